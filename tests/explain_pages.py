"""Pages for the tests of reports and comparisons."""

from __future__ import annotations

from tamis.model import Page

STORY = "The sea came in over the mud and went out again, and nobody on the quay said a word. " * 6

PAGE = Page(
    html=f"""<!doctype html><html lang="en"><head><title>Tides</title>
<meta name="author" content="Ada Moor"></head><body>
<nav id="menu" class="top wide"><ul><li><a href="/">Home</a></li><li><a href="/sea">Sea</a></li></ul></nav>
<article><h1>Tides</h1>
<p>{STORY}</p>
<img src="/quay.jpg" alt="The quay" width="600" height="400">
<p>{STORY}</p>
</article>
<footer><p hidden>Nobody sees this.</p><a href="/legal">Legal notice</a></footer></body></html>""",
    url="https://courier.example/tides",
)

MARKUP = "<script>window.owned = 1</script><img src=x onerror=\"window.owned = 1\"><b id='block-0'>"
HOSTILE = Page(
    html=(
        "<title>&lt;/title>&lt;script>window.owned=1&lt;/script></title>"
        "<body class='\"><script>window.owned=1</script>'"
        ' id="&lt;/code>&lt;script>window.owned=1&lt;/script>">'
        f"<p>{MARKUP.replace('<', '&lt;')} {STORY}</p><p>&lt;/span>&lt;/summary>&lt;/details>&lt;h1>{STORY}</p>"
        '<x-"><script>window.owned=1</script>"><p>A tag with a name that is none, and words enough for a block.</p>'
        "<img alt='\"><script>window.owned=1</script>' src='javascript:window.owned=1'>"
        "<a href='javascript:window.owned=1'>A link to nowhere</a>"
    ),
    url="javascript:window.owned=1",
)
