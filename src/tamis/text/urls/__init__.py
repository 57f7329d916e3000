"""URLs: their sites, their shapes, the same page behind different ones, and the ones that are safe to follow.

- `sites`: the host and the site of a URL
- `cleaning`: a URL without what does not change the page, and the keys that identify a page
- `shapes`: the kind of page that a URL looks like, and the pattern that URLs of one kind share
- `safety`: URLs made absolute, and the schemes that are allowed

Other pages and versions of an article have URLs like its own:

- `further_pages`: a URL compared with the page's own one: a page number, all pages, print, or another page; the
  result is one of `relations`
- `page_numbers`, `query_numbers`, `path_numbers`: the number that counts pages
- `page_signs`: the words for page numbers, print and all pages
- `same_thing`: URLs that name the same thing in another form
- `split`: the parts of a URL that all these compare

None of these modules fetches anything.
"""
