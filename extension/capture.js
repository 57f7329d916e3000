// The page as its reader sees it, as HTML: the last value of this script. Nothing of the page is changed.
//
// Shadow trees are flattened, with the content of their slots in place; a frame of the same site that has text to read
// is replaced by its document; what is not displayed is marked as hidden; pictures are those that are shown. Scripts,
// and what was typed into forms, are left out. Pictures that only this browser can load come as data.
"use strict";

(async () => {
  const MOST_PICTURES = 40;
  const MOST_PICTURE_BYTES = 3_000_000; // of one picture
  const MOST_BYTES = 6_000_000; // of all pictures: with the page less than the service takes
  const LEAST_SIDE = 40; // pixels of a picture that is not an icon
  const LEAST_FRAME_TEXT = 250; // characters; a frame with less is a player, a button or an advertisement
  const DEEPEST_FRAME = 3;
  const PATIENCE = 10_000; // milliseconds for all pictures
  const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const RAW = new Set(["style", "xmp", "noembed", "noframes", "noscript", "script"]);
  const LEFT_OUT = new Set(["template", "base", "object", "embed", "applet"]);
  const NEVER_SHOWN = new Set("head title meta link style script noscript source track param datalist option optgroup col area wbr br".split(" "));
  const URLS = new Set(["href", "src", "poster", "action", "cite", "data-src", "data-original", "background"]);
  const LISTS_OF_URLS = new Set(["srcset", "data-srcset", "sizes", "imagesrcset"]);
  const STATES = new Set(["checked", "selected", "open"]); // written as they are now
  const TYPED = new Set(["input", "option", "button", "meter"]); // whose values are not for others
  const SECRET = /csrf|xsrf|token|nonce/i; // names of metas that are for the page's own scripts
  const LAZY = /^data-(?:.*src|srcset|original|lazy.*)$/;
  const NAME = /^[^\s"'<>/=\u0000-\u001f\u007f]+$/;

  function shadowOf(element) {
    try {
      return globalThis.chrome?.dom?.openOrClosedShadowRoot?.(element) ?? element.openOrClosedShadowRoot ?? element.shadowRoot;
    } catch {
      return element.shadowRoot; // of elements that cannot have one
    }
  }

  function childrenOf(element) {
    const shadow = shadowOf(element);
    if (shadow) return shadow.childNodes;
    if (element.localName === "slot") {
      const assigned = element.assignedNodes();
      if (assigned.length) return assigned;
    }
    return element.childNodes;
  }

  /** Returns the document of a frame of the same site, if it has text to read. */
  function documentIn(frame) {
    let inner = null;
    try {
      inner = frame.contentDocument;
    } catch {
      // another site's
    }
    return (inner?.body?.innerText ?? "").trim().length >= LEAST_FRAME_TEXT ? inner : null;
  }

  function isDisplayed(element) {
    return element.ownerDocument.defaultView?.getComputedStyle(element).display !== "none";
  }

  // Pictures.

  function* elementsBelow(root, depth = 0) {
    const todo = [root];
    while (todo.length) {
      const element = todo.pop();
      yield element;
      const inner = element.localName === "iframe" && depth < DEEPEST_FRAME ? documentIn(element) : null;
      if (inner) yield* elementsBelow(inner.body, depth + 1);
      const children = childrenOf(element);
      for (let index = children.length - 1; index >= 0; index -= 1) {
        if (children[index].nodeType === Node.ELEMENT_NODE) todo.push(children[index]);
      }
    }
  }

  /** The URL that stands for a picture: that of its bytes, which is on the web or in this tab's memory. */
  function urlOf(picture) {
    const source = picture.currentSrc || picture.src;
    return source.startsWith("blob:") ? source.slice("blob:".length) : source;
  }

  function shownPictures() {
    const found = new Map();
    for (const element of elementsBelow(document.documentElement)) {
      if (element.localName !== "img" || !element.complete || element.naturalWidth < LEAST_SIDE) continue;
      const { width, height } = element.getBoundingClientRect();
      if (Math.min(width, height) < LEAST_SIDE || !/^https?:/.test(urlOf(element))) continue;
      const url = urlOf(element);
      if (!found.has(url)) found.set(url, { url, source: element.currentSrc || element.src, area: width * height });
    }
    return [...found.values()].sort((one, other) => other.area - one.area);
  }

  /** Tells whether the service may not load what is at a host: it refuses addresses of private networks. */
  function isPrivate(url) {
    const { hostname } = new URL(url);
    return !hostname.includes(".") || /\.(?:local|internal|lan|home\.arpa)$|^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname);
  }

  /** Tells whether anybody can load a picture, without this reader's session. */
  async function isPublic(url, signal) {
    try {
      const answer = await fetch(url, { method: "HEAD", credentials: "omit", signal });
      return answer.ok && (answer.headers.get("content-type") ?? "").startsWith("image/");
    } catch {
      return true; // another site's, which does not let itself be asked; the service tries
    }
  }

  function inBase64(blob) {
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
      reader.onerror = () => reject(reader.error);
      reader.readAsDataURL(blob);
    });
  }

  async function dataOf(picture, signal) {
    const inMemory = picture.source.startsWith("blob:");
    if (!inMemory && !isPrivate(picture.url) && (await isPublic(picture.url, signal))) return null;
    const answer = await fetch(picture.source, { credentials: "include", cache: inMemory ? "default" : "force-cache", signal });
    const blob = await answer.blob();
    return answer.ok && blob.type.startsWith("image/") && blob.size <= MOST_PICTURE_BYTES ? blob : null;
  }

  async function picturesOnlyHere() {
    const signal = AbortSignal.timeout(PATIENCE);
    const found = [];
    let total = 0;
    for (const picture of shownPictures()) {
      if (found.length === MOST_PICTURES || signal.aborted) break;
      const blob = await dataOf(picture, signal).catch(() => null);
      if (!blob || total + blob.size > MOST_BYTES) continue;
      total += blob.size;
      found.push({ url: picture.url, data: await inBase64(blob) });
    }
    return found;
  }

  // HTML.

  function escaped(text) {
    return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;").replace(/\u00a0/g, "&nbsp;");
  }

  function attributesOf(element, place) {
    const { sent, base } = place;
    const isSent = element.localName === "img" && sent.has(urlOf(element));
    const isLate = element.localName === "img" && element.complete && element.naturalWidth > 0 && !/^https?:/.test(element.src);
    const written = [];
    for (const { name, value } of element.attributes) {
      if (!NAME.test(name) || name.startsWith("on") || STATES.has(name) || name === "srcdoc" || name === "nonce") continue;
      if (name === "value" && TYPED.has(element.localName)) continue;
      if (isSent && (name === "src" || LISTS_OF_URLS.has(name) || LAZY.test(name))) continue;
      if (isLate && name === "src") continue;
      if (base !== null && LISTS_OF_URLS.has(name)) continue;
      written.push([name, base !== null && URLS.has(name) ? absolute(value, base) : value]);
    }
    if (isSent || (isLate && /^https?:/.test(urlOf(element)))) written.push(["src", urlOf(element)]);
    for (const state of STATES) {
      if (element[state] === true) written.push([state, ""]);
    }
    if (!element.hasAttribute("hidden") && !NEVER_SHOWN.has(element.localName) && !isDisplayed(element)) written.push(["hidden", ""]);
    return written.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
  }

  function absolute(url, base) {
    try {
      return new URL(url, base).href;
    } catch {
      return url;
    }
  }

  /** Tells whether an element is left out with its content. */
  function isLeftOut(element, place) {
    const tag = element.localName;
    if (tag === "script") return element.type !== "application/ld+json";
    if (tag === "meta") return SECRET.test(element.name);
    if (tag === "source") {
      const picture = element.parentElement?.querySelector("img");
      return Boolean(picture) && place.sent.has(urlOf(picture));
    }
    return LEFT_OUT.has(tag) || (tag === "input" && element.type === "hidden") || tag === "textarea";
  }

  function rawText(element) {
    return element.textContent.replace(new RegExp(`</(?=${element.localName})`, "gi"), "<\\/");
  }

  /** Writes nodes and what is below them, without recursion but for frames, because pages nest thousands deep. */
  function write(roots, place, pieces) {
    const todo = [...roots].reverse();
    while (todo.length) {
      const node = todo.pop();
      if (typeof node === "string") {
        pieces.push(node);
      } else if (node.nodeType === Node.TEXT_NODE) {
        pieces.push(escaped(node.data));
      } else if (node.nodeType === Node.ELEMENT_NODE && NAME.test(node.localName) && !isLeftOut(node, place)) {
        const tag = node.localName;
        const inner = tag === "iframe" && place.depth < DEEPEST_FRAME ? documentIn(node) : null;
        const name = inner ? "div" : tag;
        if (tag !== "slot") pieces.push(`<${name}${attributesOf(node, place)}>`);
        if (tag === "head") pieces.push(`<meta charset="utf-8"><base href="${escaped(document.baseURI)}">`);
        if (inner) write(inner.body.childNodes, { ...place, base: inner.baseURI, depth: place.depth + 1 }, pieces);
        else if (RAW.has(tag)) pieces.push(rawText(node));
        if (VOID.has(tag)) continue;
        if (inner || RAW.has(tag) || tag === "iframe") {
          pieces.push(`</${name}>`);
          continue;
        }
        if (tag === "pre" || tag === "listing") pieces.push("\n"); // parsers drop the first line break in these
        if (tag !== "slot") todo.push(`</${tag}>`);
        const children = childrenOf(node);
        for (let index = children.length - 1; index >= 0; index -= 1) todo.push(children[index]);
      }
    }
  }

  const pictures = await picturesOnlyHere();
  const pieces = ["<!DOCTYPE html>"];
  const sent = new Set(pictures.map((picture) => picture.url));
  write([document.documentElement], { sent, base: null, depth: 0 }, pieces);
  const url = /^#[/!]/.test(location.hash) ? location.href : location.href.replace(/#.*/s, "");
  return { url, html: pieces.join(""), pictures };
})();
