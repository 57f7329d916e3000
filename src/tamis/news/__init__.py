"""News sites: which links are articles, crawling, feeds, digests."""
