"""Pages made with the real highlighters, math libraries and writers of HTML, and how much of their structure survives.

``make structure-samples`` has Pygments, Prism, Shiki, KaTeX, MathJax, Sphinx and some thirty others render pieces of
`texts`, puts them into pages with menus and prose around them, and measures the pages as `tamis bench structure` does,
by tool. A tool that is missing or fails ends the run: nothing is skipped. Half of the tools, by the hash of their name,
may be looked at when rules are made (``--half first``); the others are only measured.
"""
