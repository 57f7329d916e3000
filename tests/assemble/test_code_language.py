"""The language of a code block: as the page names it, and otherwise none."""

from __future__ import annotations

import pytest

import tamis
from tamis.core.assemble.code_language import named_language
from tamis.core.parse.tree import parse_html


def language(html: str) -> str | None:
    return named_language(parse_html(f"<body><p>Before.</p>{html}<p>After.</p>").select("pre")[0])


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<pre><code class='language-rust'>x</code></pre>", "rust"),
        ("<pre class='lang-py prettyprint'>x</pre>", "py"),
        ("<pre class='brush: java; gutter: false'>x</pre>", "java"),
        ("<div class='highlight-source-ts'><pre>x</pre></div>", "ts"),
        ("<div class='highlight-c++ notranslate'><div class=highlight><pre>x</pre></div></div>", "c++"),
        ("<pre class='sourceCode haskell'><code>x</code></pre>", "haskell"),
        ("<pre class='src src-elisp'>x</pre>", "elisp"),
        ("<figure class='highlight ruby'><table><tr><td><pre>x</pre></table></figure>", "ruby"),
        ("<pre><code class='hljs nim'>x</code></pre>", "nim"),
        ("<pre><code class=scala>x</code></pre>", "scala"),
        ("<pre data-language=go>x</pre>", "go"),
        ("<pre data-enlighter-language=php>x</pre>", "php"),
        ("<pre data-syntaxhighlighter-params='brush: sql; theme: x'>x</pre>", "sql"),
        ("<pre lang=kotlin><code>x</code></pre>", "kotlin"),
        ("<pre syntax=Python><code>x</code></pre>", "python"),
        ("<x-code language=swift><pre>x</pre></x-code>", "swift"),
        ("<pre><span lang=perl>x</span></pre>", "perl"),
        ("<div class=box><div class=bar><span>C++</span><button>Copy</button></div><pre>x</pre></div>", "cpp"),
        ("<div class=box><span>TypeScript</span><div><pre>x</pre></div></div>", "typescript"),
        ("<div><div>src/lib/main.rs</div><pre>x</pre></div>", "rust"),
        ("<figure><figcaption>deploy.yml</figcaption><pre>x</pre></figure>", "yaml"),
        ("<div title='app/models/user.rb'><pre>x</pre></div>", "ruby"),
        ("<div><a role=tab id=t1>Go</a><div role=tabpanel aria-labelledby=t1><pre>x</pre></div></div>", "go"),
    ],
)  # fmt: skip
def test_the_page_names_the_language(html: str, name: str) -> None:
    assert language(html) == name


@pytest.mark.parametrize(
    "html",
    [
        "<pre>import os</pre>",
        "<pre class=wide>x</pre>",
        "<pre lang=en>x</pre>",
        "<div class='highlight-default notranslate'><pre>x</pre></div>",
        "<pre><code class=language-none>x</code></pre>",
        "<p>Python</p><pre>x</pre>",
        "<h3>Java</h3><pre>x</pre>",
        "<section><p>Go</p><p>There are many words between the two.</p><div><pre>x</pre></div></section>",
        "<div><span>Figure 3</span><pre>x</pre></div>",
        "<div title='Version 2.0'><pre>x</pre></div>",
    ],
)
def test_nothing_is_guessed(html: str) -> None:
    assert language(html) is None


def test_code_called_math_is_a_formula() -> None:
    html = "<p>It is known that</p><pre lang=math><code>a^2 +\n b^2</code></pre><p>holds for all of them.</p>"
    article = tamis.extract(f"<article>{html}</article>", None, tamis.Settings(strategy="all"))
    assert "$$a^2 + b^2$$" in article.to_markdown()
