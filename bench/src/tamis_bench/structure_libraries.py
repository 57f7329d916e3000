"""Highlighters and math libraries of a page, told by the markup that they leave, to break scores down by them.

Nothing here is used to extract. A page counts for the first row of each table that its source matches.
"""

from __future__ import annotations

import re

_HIGHLIGHTERS = (
    ("SyntaxHighlighter", r"class=[\"']?[^\"'>]*\b(?:syntaxhighlighter|dp-highlighter|brush:)"),
    ("Crayon", r"crayon-(?:pre|syntax|plain)"),
    ("CodeMirror, Monaco, Ace", r"CodeMirror-line|cm-line|\bview-lines\b|ace_text-layer"),
    ("Confluence", r"data-syntaxhighlighter-params|confluence-embedded|\bcodeContent\b"),
    ("GitHub, GitLab", r"blob-code|react-code-text|highlight-source-|js-syntax-highlight|\bfile-holder\b"),
    ("googlesource", r"FileContents-line"),
    ("Jupyter", r"jp-Cell|\bnbinput\b|class=[\"']?[^\"'>]*\binput_area\b|code_cell"),
    ("Shiki", r"class=[\"']?[^\"'>]*\bshiki\b|data-rehype-pretty-code|astro-code"),
    ("react-syntax-highlighter", r"react-syntax-highlighter|linenumber react-|class=\"token\"|data-ch-lang"),
    ("Chroma", r"class=[\"']?chroma\b|class=[\"']?[^\"'>]*\blntable\b"),
    ("Hexo", r"<figure class=[\"']?highlight\b"),
    ("Rouge", r"class=[\"']?[^\"'>]*\b(?:highlighter-rouge|rouge-table|rouge-code)\b"),
    ("Sphinx, Pygments", r"class=[\"']?[^\"'>]*\b(?:highlight-\w+ notranslate|codehilite|highlighttable|pygments)\b"),
    ("highlight.js", r"class=[\"']?[^\"'>]*\bhljs\b|highlight(?:\.min)?\.js|highlight\.pack\.js"),
    ("Prism", r"class=[\"']?[^\"'>]*\b(?:token (?:keyword|punctuation)|prismjs|line-numbers)\b|prism(?:\.min)?\.js"),
    ("MathWorks", r"class=[\"']?[^\"'>]*\b(?:programlisting|codeinput)\b"),
    ("Stack Overflow", r"class=[\"']?[^\"'>]*\bs-code-block\b|\bprettyprint\b"),
    ("class of the language alone", r"<(?:pre|code)[^<>]*\b(?:language-|lang-|data-lang)"),
)  # fmt: skip
_MATH = (
    ("MediaWiki", r"mwe-math-element"),
    ("KaTeX", r"class=[\"']?[^\"'>]*\bkatex\b"),
    ("MathJax 3, rendered", r"<mjx-container"),
    ("MathJax 2, rendered", r"class=[\"']?[^\"'>]*\bMathJax(?:_SVG|_CHTML)?\b"),
    ("pictures of a TeX service", r"<img[^<>]*(?:(?:mime|math)tex\.cgi\?|codecogs\.com/|/latex\.php\?|/equation\?tex)"),
    ("pictures with TeX as alternative text", r"<img[^<>]*class=[\"']?[^\"'>]*\b(?:tex|latex|ql-img)"),
    ("MathML", r"<(?:m|mml:)?math[\s>]"),
    ("scripts for MathJax", r"<script[^<>]*type=[\"']?math/"),
    ("AsciiMath", r"asciimath"),
    ("TeX in the text", r"math-?jax|katex|math-container"),
)
OTHER = "none known"


def highlighter(html: str) -> str:
    """Return the highlighter whose markup a page has."""
    return _first(_HIGHLIGHTERS, html)


def math_library(html: str) -> str:
    """Return the library or the service whose formulas a page has."""
    return _first(_MATH, html)


def _first(rows: tuple[tuple[str, str], ...], html: str) -> str:
    return next((name for name, pattern in rows if re.search(pattern, html, re.IGNORECASE)), OTHER)
