// Renders listings, formulas and documents with tools from npm, each in its own words.
//
// node node.mjs < pieces.json > rendered.json: {listings, formulas, markdown, asciidoc} to {code, math, documents}, by tool.
// A tool that fails ends the run.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(`${process.cwd()}/`);
const load = async (name) => import(require.resolve(name));
const fromPackage = async (name, path) => import(`${process.cwd()}/node_modules/${name}/${path}`);
const given = JSON.parse(readFileSync(0, "utf8"));
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

async function codeTools() {
  const Prism = require("prismjs");
  require("prismjs/components/")(["python", "bash", "rust", "yaml", "sql", "c"]);
  const hljs = require("highlight.js");
  const shiki = await fromPackage("shiki", "dist/index.mjs");
  const { unified } = await fromPackage("unified", "index.js");
  const parse = (await fromPackage("rehype-parse", "index.js")).default;
  const stringify = (await fromPackage("rehype-stringify", "index.js")).default;
  const pretty = (await fromPackage("rehype-pretty-code", "dist/index.js")).default;
  const expressive = (await fromPackage("rehype-expressive-code", "dist/index.js")).default;
  const starry = (await fromPackage("rehype-starry-night", "index.js")).default;
  const sugar = await load("sugar-high");
  const React = require("react");
  const { renderToStaticMarkup } = require("react-dom/server");
  const syntax = require("react-syntax-highlighter");
  const renderer = require("prism-react-renderer");

  const fence = (code, language) => `<pre><code class="language-${language}">${escaped(code)}\n</code></pre>`;
  const rehyped = async (plugin, options, code, language, meta) => {
    const mark = () => (tree) => {
      const visit = (node) => {
        if (node.tagName === "code") node.data = { ...node.data, meta };
        (node.children ?? []).forEach(visit);
      };
      visit(tree);
    };
    const chain = unified().use(parse, { fragment: true }).use(mark).use(plugin, options).use(stringify);
    return String(await chain.process(fence(code, language)));
  };
  const element = (type, properties, code) => renderToStaticMarkup(React.createElement(type, properties, code));
  const rendered = (code, language) =>
    renderToStaticMarkup(
      React.createElement(renderer.Highlight, { code, language, theme: renderer.themes.github }, (given) =>
        React.createElement(
          "pre",
          { style: given.style, className: given.className },
          given.tokens.map((line, at) =>
            React.createElement("div", { key: at, ...given.getLineProps({ line }) }, [
              React.createElement("span", { key: "n", className: "line-number" }, at + 1),
              ...line.map((token, key) => React.createElement("span", { key, ...given.getTokenProps({ token }) })),
            ]),
          ),
        ),
      ),
    );
  const names = { javascript: "js", html: "html", python: "py", bash: "bash", rust: "rs", yaml: "yaml", sql: "sql", c: "c" };

  return {
    prism: (code, name) => {
      const html = Prism.highlight(code, Prism.languages[name], name);
      return `<pre class="language-${name}"><code class="language-${name}">${html}</code></pre>`;
    },
    "highlight.js": (code, name) =>
      `<pre><code class="hljs language-${name}">${hljs.highlight(code, { language: name }).value}</code></pre>`,
    shiki: (code, lang) => shiki.codeToHtml(code, { lang, theme: "github-light" }),
    "shiki-two-themes": (code, lang) =>
      shiki.codeToHtml(code, { lang, themes: { light: "github-light", dark: "github-dark" } }),
    "rehype-pretty-code": (code, name) =>
      rehyped(pretty, { theme: "github-light" }, code, name, `title="harbor.${names[name]}" showLineNumbers`),
    "rehype-expressive-code": (code, name) => rehyped(expressive, {}, code, name, `title="harbor.${names[name]}"`),
    "rehype-starry-night": (code, name) => rehyped(starry, {}, code, name, ""),
    "sugar-high": (code) => `<pre><code>${sugar.highlight(code)}</code></pre>`,
    "react-syntax-highlighter": (code, language) => element(syntax.Prism, { language, showLineNumbers: true }, code),
    "react-syntax-highlighter-lines": (code, language) =>
      element(syntax.default, { language, showLineNumbers: true, wrapLines: true }, code),
    "prism-react-renderer": rendered,
  };
}

async function mathTools() {
  const katex = require("katex");
  const temml = require("temml");
  const { mathjax } = require("mathjax-full/js/mathjax.js");
  const { TeX } = require("mathjax-full/js/input/tex.js");
  const { CHTML } = require("mathjax-full/js/output/chtml.js");
  const { SVG } = require("mathjax-full/js/output/svg.js");
  const { liteAdaptor } = require("mathjax-full/js/adaptors/liteAdaptor.js");
  const { RegisterHTMLHandler } = require("mathjax-full/js/handlers/html.js");
  const { AssistiveMmlHandler } = require("mathjax-full/js/a11y/assistive-mml.js");
  const { AllPackages } = require("mathjax-full/js/input/tex/AllPackages.js");
  const adaptor = liteAdaptor();
  AssistiveMmlHandler(RegisterHTMLHandler(adaptor));
  const drawn = (OutputJax, isAssistive) => (tex, display) => {
    const parts = { InputJax: new TeX({ packages: AllPackages }), OutputJax: new OutputJax() };
    const html = mathjax.document("", { ...parts, enableAssistiveMml: isAssistive });
    const item = html.convert(tex, { display });
    return adaptor.outerHTML(item);
  };
  const katexed = (output) => (tex, displayMode) => katex.renderToString(tex, { displayMode, output });
  const urls = (begin) => (tex) => `<img src="${begin}${encodeURIComponent(tex)}" alt="${escaped(tex)}">`;
  return {
    katex: katexed("htmlAndMathml"),
    "katex-mathml": katexed("mathml"),
    "katex-html": katexed("html"),
    temml: (tex, displayMode) => temml.renderToString(tex, { displayMode }),
    "temml-annotated": (tex, displayMode) => temml.renderToString(tex, { displayMode, annotate: true }),
    "mathjax-chtml": drawn(CHTML, false),
    "mathjax-chtml-assistive": drawn(CHTML, true),
    "mathjax-svg": drawn(SVG, false),
    "mathjax-svg-assistive": drawn(SVG, true),
    codecogs: urls("https://latex.codecogs.com/svg.image?"),
  };
}

async function documentTools() {
  const { unified } = await fromPackage("unified", "index.js");
  const stringify = (await fromPackage("rehype-stringify", "index.js")).default;
  const plugins = ["remark-parse", "remark-gfm", "remark-math", "remark-rehype", "rehype-katex", "rehype-highlight"];
  const chain = unified();
  for (const name of plugins) chain.use((await load(name)).default);
  const { Marked } = await load("marked");
  const MarkdownIt = require("markdown-it");
  const texmath = require("markdown-it-texmath");
  const it = new MarkdownIt({ html: true })
    .use(require("markdown-it-footnote"))
    .use(texmath, { engine: require("katex"), delimiters: "dollars" });
  const asciidoctor = require("@asciidoctor/core");
  return {
    remark: async () => String(await chain.use(stringify).process(given.markdown)),
    "markdown-it": () => it.render(given.markdown),
    marked: () => new Marked().parse(given.markdown.replace(/\[\^\d\](?!:)/g, "").replace(/^\[\^\d\]:.*$/gm, "")),
    asciidoctor: () =>
      asciidoctor.convert(given.asciidoc, { attributes: { "source-highlighter": "highlight.js", stem: "latexmath" } }),
  };
}

async function filled(tools, pieces, render) {
  const made = {};
  for (const [tool, write] of Object.entries(await tools())) {
    made[tool] = [];
    for (const piece of pieces) made[tool].push(await render(write, piece));
  }
  return made;
}

const code = await filled(codeTools, given.listings, (write, { code, language }) => write(code, language));
const math = await filled(mathTools, given.formulas, (write, { tex, is_display }) => write(tex, is_display));
const documents = await filled(documentTools, [null], (write) => write());
process.stdout.write(JSON.stringify({ code, math, documents }));
