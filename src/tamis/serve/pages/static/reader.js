"use strict";
// The look of the text changes at once and is kept; keys; the place in a story is kept; words that are selected can be
// highlighted.

// The place is the share of the text above the window, so that it holds for any size of letters and any device.
function keepPlace(story) {
  const blocks = [...story.children].slice(1);
  const lengths = blocks.map((block) => block.textContent.length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const top = () => document.querySelector(".tools").getBoundingClientRect().bottom;
  const end = 0.99;
  const share = () => {
    if (story.getBoundingClientRect().bottom <= innerHeight + 4) return 1;
    let above = 0;
    blocks.forEach((block, at) => {
      const box = block.getBoundingClientRect();
      if (box.height) above += lengths[at] * Math.min(1, Math.max(0, (top() - box.top) / box.height));
    });
    return total ? above / total : 0;
  };
  let kept = Number(story.dataset.progress);
  const goTo = (wanted) => {
    let left = wanted * total;
    const at = lengths.findIndex((length) => (left -= length) <= 0);
    if (at < 0) return;
    const box = blocks[at].getBoundingClientRect();
    const inside = lengths[at] ? 1 + left / lengths[at] : 0;
    scrollBy({ top: box.top + inside * box.height - top(), behavior: "instant" });
  };
  if (kept > 0.01 && kept < end && !location.hash) {
    goTo(kept);
    const again = document.createElement("p");
    again.className = "resumed";
    again.setAttribute("role", "status");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "From the start";
    again.append(`You are back where you were (${Math.round(100 * kept)} %). `, button);
    button.addEventListener("click", () => {
      scrollTo({ top: 0, behavior: "instant" });
      again.remove();
    });
    document.body.append(again);
    for (const kind of ["wheel", "touchmove", "keydown"]) addEventListener(kind, () => again.remove(), { once: true, passive: true });
  }
  let waiting = 0;
  let moved = false;
  const send = () => {
    clearTimeout(waiting);
    waiting = 0;
    const now = share();
    if (!moved || kept >= end || Math.abs(now - kept) < 0.005) return;
    kept = now;
    story.dataset.progress = now;
    const sent = new URLSearchParams({ do: "progress", words: now.toFixed(4) });
    const headers = { accept: "application/json" };
    fetch(story.dataset.place, { method: "POST", headers, body: sent, keepalive: true });
  };
  // What moves the page here is no reading: only what comes after it counts.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      addEventListener("scroll", () => {
        moved = true;
        if (!waiting) waiting = setTimeout(send, 700);
      }, { passive: true });
      story.dataset.keeping = "";
    }),
  );
  addEventListener("pagehide", send);
  document.addEventListener("visibilitychange", () => document.hidden && send());
}

{
  const page = document.documentElement;
  const look = document.querySelector("[data-look]");

  const keep = () => {
    const sent = new URLSearchParams(new FormData(look));
    fetch(look.action, { method: "POST", headers: { accept: "application/json" }, body: sent, keepalive: true });
  };
  const apply = () => {
    for (const [name, value] of new FormData(look)) {
      if (name.startsWith("reader.")) page.dataset[name.slice(7)] = value;
    }
  };
  look.addEventListener("input", apply);
  look.addEventListener("change", () => {
    apply();
    keep();
  });

  const menus = [...document.querySelectorAll("[data-menu]")];
  addEventListener("click", (event) => {
    for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus) {
      if (menu.open && menu.contains(document.activeElement)) menu.querySelector("summary").focus();
      menu.open = false;
    }
  });

  const change = (field, step) => {
    const inputs = [...look.elements].filter((one) => one.name === field);
    if (inputs[0].type === "radio") {
      const at = inputs.findIndex((one) => one.checked);
      inputs[(at + step) % inputs.length].checked = true;
    } else inputs[0].value = Number(inputs[0].value) + step;
    apply();
    keep();
  };
  const keys = {
    t: () => change("reader.theme", 1),
    "+": () => change("reader.size", 1),
    "-": () => change("reader.size", -1),
  };
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select, [contenteditable], dialog");
    if (isTyping || event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
  });

  const story = document.querySelector("[data-stored]");
  if (story) keepPlace(story);
  const highlight = document.querySelector("[data-highlight]");
  if (story && highlight) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "primary selected-words";
    button.textContent = "Highlight";
    button.hidden = true;
    document.body.append(button);
    document.addEventListener("selectionchange", () => {
      const chosen = getSelection();
      const words = chosen.toString().trim();
      button.hidden = !words || !chosen.anchorNode || !story.contains(chosen.anchorNode) || !story.contains(chosen.focusNode);
      if (!button.hidden) highlight.elements.words.value = words;
    });
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => highlight.requestSubmit(highlight.querySelector("button")));
  }
}
