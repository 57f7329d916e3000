"""Names of programming and markup languages: as highlighters write them, as labels show them, as files end."""

from __future__ import annotations

KNOWN = frozenset(
    """
    abap actionscript ada agda apache applescript arduino asciidoc asm assembly awk bash basic bat batch bibtex c c#
    c++ clj clojure cmake cobol coffee coffeescript console cpp crystal cs csharp css cuda cypher d dart diff django
    docker dockerfile dos dot ebnf elixir elm erb erlang ex f# fish fortran fs fsharp gherkin git glsl go golang gradle
    graphql groovy haml handlebars haskell haxe hbs hcl hlsl hs html http ini ipython ipython3 java javascript jinja
    jinja2 jl js json json5 jsonc jsp jsx julia kotlin kt latex lean lean4 less liquid lisp llvm lua makefile markdown
    markup math mathematica matlab md mdx mermaid mips mysql nasm nginx nim nix objc objective-c objectivec ocaml octave
    pascal patch perl pgsql php plsql postgresql postscript powershell prolog properties protobuf ps1 pug puppet py
    pycon python python3 qml r racket rb reason rest rs rst ruby rust sas sass scala scheme scss sh shell shell-session
    smalltalk solidity sparql sql stata styl stylus svelte swift systemverilog tcl terraform tex toml ts tsql tsx twig
    typescript v vala vb vbnet verilog vhdl vim vue wasm wgsl wolfram xaml xhtml xml xquery yaml yml zig zsh
    """.split()
)
"""Names by which highlighters know languages, in small letters."""
NO_LANGUAGE = frozenset("none default nohighlight no-highlight auto undefined null code nocode highlight".split())
"""Words that pages write in the place of a name where there is none."""
SAME = {"ipython": "python", "ipython2": "python", "ipython3": "python"}
"""Languages by names that only one tool has for them."""
_LABELS = {
    "assembly": "asm",
    "bash": "bash",
    "bash / shell": "bash",
    "batch file": "bat",
    "c": "c",
    "c#": "csharp",
    "c++": "cpp",
    "command line": "shell",
    "console": "console",
    "f#": "fsharp",
    "go": "go",
    "golang": "go",
    "java": "java",
    "matlab code": "matlab",
    "objective-c": "objectivec",
    "plain text": "text",
    "python 3": "python",
    "shell": "shell",
    "shell session": "shell",
    "terminal": "shell",
    "vb.net": "vbnet",
    "visual basic": "vb",
}
BY_LABEL = {name: name for name in KNOWN if len(name) > 2 or name in ("js", "ts", "md", "py")} | _LABELS
"""Languages by the labels that readers see, in small letters."""
BY_ENDING = {
    "bash": "bash",
    "bat": "bat",
    "c": "c",
    "cc": "cpp",
    "clj": "clojure",
    "cpp": "cpp",
    "cs": "csharp",
    "css": "css",
    "cxx": "cpp",
    "dart": "dart",
    "diff": "diff",
    "erl": "erlang",
    "ex": "elixir",
    "exs": "elixir",
    "fs": "fsharp",
    "go": "go",
    "gradle": "groovy",
    "graphql": "graphql",
    "groovy": "groovy",
    "hpp": "cpp",
    "hs": "haskell",
    "html": "html",
    "ini": "ini",
    "java": "java",
    "jl": "julia",
    "js": "javascript",
    "json": "json",
    "jsx": "jsx",
    "kt": "kotlin",
    "kts": "kotlin",
    "less": "less",
    "lua": "lua",
    "md": "markdown",
    "mjs": "javascript",
    "ml": "ocaml",
    "php": "php",
    "proto": "protobuf",
    "ps1": "powershell",
    "py": "python",
    "r": "r",
    "rb": "ruby",
    "rs": "rust",
    "rst": "rst",
    "scala": "scala",
    "scss": "scss",
    "sh": "bash",
    "sol": "solidity",
    "sql": "sql",
    "svelte": "svelte",
    "swift": "swift",
    "tex": "latex",
    "tf": "terraform",
    "toml": "toml",
    "ts": "typescript",
    "tsx": "tsx",
    "vb": "vb",
    "vue": "vue",
    "xml": "xml",
    "yaml": "yaml",
    "yml": "yaml",
    "zig": "zig",
}
"""Languages by the endings of files; those that several languages share are left out."""
