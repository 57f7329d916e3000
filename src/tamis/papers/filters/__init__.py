"""DOM filters: remove the clutter of a page, one sort after the other, and keep the rest.

A. Agarwal, S. Chheda, K. Shah, M. Narvekar: *Content Extraction Using Document Object Model and Natural Language
Processing for Web*, DJSCOE, Mumbai University. Its filters go back to S. Gupta, G. Kaiser, D. Neistadt, P. Grimm:
*DOM-based Content Extraction of HTML Documents*, WWW 2003, pp. 207-214.

Simple filters ignore tags and attributes, each with its own switch. Others remove advertisements by their servers,
lists of links by their ratio of links to words, and tables that are left empty. In what remains, the first subtree
whose paragraphs hold enough text is the article, and its pictures are those with a caption.

Here the filters give labels. `tamis.filter` uses them to return the page itself, without its clutter.
"""

from tamis.papers.filters.ad_hosts import AdHosts, AdList, entries_of
from tamis.papers.filters.strategy import Filters

__all__ = ["AdHosts", "AdList", "Filters", "entries_of"]
