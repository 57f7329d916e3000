"use strict";
// The look of the text changes at once and is kept; keys; words that are selected can be highlighted.
{
  const page = document.documentElement;
  page.classList.add("scripted");
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
    const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
    if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
    const marked = document.querySelector('[data-key="' + CSS.escape(event.key) + '"]');
    if (keys[event.key]) keys[event.key]();
    else if (marked) marked.click();
    else return;
    event.preventDefault();
  });

  const story = document.querySelector("[data-stored]");
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
