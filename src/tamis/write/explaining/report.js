"use strict";
// Filters, views and arrow keys for lists that are whole without them.
{
  const summaryOf = (item) => item.querySelector("summary");

  for (const panel of document.querySelectorAll(".panel")) {
    const list = panel.querySelector("ol");
    const items = [...list.children];
    const filters = panel.querySelector(".filters");
    const count = panel.querySelector(".count");
    const chosen = {};
    let current = null;

    const visible = (from, step) => {
      let at = from;
      while (at >= 0 && at < items.length && items[at].hidden) at += step;
      return at >= 0 && at < items.length ? at : -1;
    };
    // One stop of the Tab key for the whole list; arrow keys go on from there.
    const setCurrent = (item) => {
      if (current) summaryOf(current).tabIndex = -1;
      current = item;
      if (current) summaryOf(current).tabIndex = 0;
    };
    const apply = () => {
      let left = 0;
      for (const item of items) {
        item.hidden = Object.entries(chosen).some(([field, value]) => value && item.dataset[field] !== value);
        if (!item.hidden) left += 1;
      }
      if (count) count.textContent = left === items.length ? "" : left + " of " + items.length + " shown";
      if (!current || current.hidden) {
        const first = visible(0, 1);
        setCurrent(first < 0 ? null : items[first]);
      }
    };

    if (filters && filters.querySelector("button")) {
      filters.hidden = false;
      filters.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (!button) return;
        chosen[button.dataset.field] = button.dataset.value;
        for (const other of button.parentElement.children) {
          other.setAttribute("aria-pressed", String(other === button));
        }
        apply();
      });
    }
    for (const item of items) summaryOf(item).tabIndex = -1;
    const pressed = filters && filters.querySelector("button[data-first]");
    if (pressed) pressed.click();
    apply();

    const places = new Map(items.map((item, at) => [item, at]));
    list.addEventListener("focusin", (event) => {
      const item = event.target.closest("li");
      if (item && item.parentElement === list && item !== current) setCurrent(item);
    });
    list.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.tagName !== "SUMMARY") return;
      const at = places.get(event.target.closest("li"));
      let to = -1;
      if (event.key === "ArrowDown" || event.key === "j") to = visible(at + 1, 1);
      else if (event.key === "ArrowUp" || event.key === "k") to = visible(at - 1, -1);
      else if (event.key === "Home") to = visible(0, 1);
      else if (event.key === "End") to = visible(items.length - 1, -1);
      else if (event.key === "ArrowRight") items[at].firstElementChild.open = true;
      else if (event.key === "ArrowLeft" || event.key === "Escape") items[at].firstElementChild.open = false;
      else return;
      event.preventDefault();
      if (to >= 0) summaryOf(items[to]).focus();
    });
    // A bar of a plot leads here, also to what a filter had put away.
    panel.addEventListener("reveal", (event) => {
      const item = event.detail;
      if (item.hidden) for (const button of panel.querySelectorAll('button[data-value=""]')) button.click();
      item.firstElementChild.open = true;
      item.scrollIntoView({ block: "center" });
      summaryOf(item).focus({ preventScroll: true });
    });
  }

  const views = document.querySelector(".views");
  const show = (name) => {
    for (const button of views.querySelectorAll("button")) {
      const mine = button.dataset.view === name;
      button.setAttribute("aria-pressed", String(mine));
      document.getElementById(button.dataset.view).hidden = !mine;
    }
  };
  if (views) {
    views.hidden = false;
    views.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) show(button.dataset.view);
    });
    show(document.getElementById("page") ? "page" : "blocks");
  }

  // The picture of the page: one stop of the Tab key, arrow keys from block to block, a card for the one pointed at.
  const drawn = document.querySelector(".drawn");
  if (drawn) {
    const links = [...drawn.querySelectorAll("a")];
    const card = drawn.querySelector(".card");
    let current = null;
    const line = (words, className) => {
      const made = document.createElement("p");
      made.textContent = words;
      made.dir = "auto";
      if (className) made.className = className;
      return made;
    };
    const choose = (link) => {
      if (current) current.classList.remove("current");
      if (current) current.setAttribute("tabindex", "-1");
      current = link;
      link.classList.add("current");
      link.setAttribute("tabindex", "0");
      const [verdict, ...words] = link.querySelector("title").textContent.split("\n");
      const list = document.createElement("a");
      list.href = link.getAttribute("href");
      list.textContent = "Show in the list";
      const item = document.getElementById(list.hash.slice(1));
      const whole = item && item.querySelector(".words");
      card.replaceChildren(line(verdict, "why"), line(whole ? whole.textContent : words.join(" ")), list);
      card.className = "card " + link.classList[0];
      card.hidden = false;
    };
    for (const link of links) {
      link.setAttribute("tabindex", "-1");
      link.addEventListener("focus", () => choose(link));
      link.addEventListener("mouseenter", () => choose(link));
      link.addEventListener("click", (event) => {
        event.preventDefault();
        choose(link);
      });
    }
    if (links.length) links[0].setAttribute("tabindex", "0");
    drawn.addEventListener("keydown", (event) => {
      const at = links.indexOf(event.target.closest("a"));
      if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      const steps = { ArrowDown: 1, ArrowRight: 1, j: 1, ArrowUp: -1, ArrowLeft: -1, k: -1 };
      const to = event.key === "Home" ? 0 : event.key === "End" ? links.length - 1 : at + (steps[event.key] || 0);
      if (event.key === "Enter") location.hash = links[at].getAttribute("href");
      else if (to === at || !links[to]) return;
      else links[to].focus();
      event.preventDefault();
    });
  }

  const follow = () => {
    const item = document.getElementById(location.hash.slice(1));
    const panel = item && item.closest(".panel");
    if (!panel) return;
    if (views) show(panel.id);
    panel.dispatchEvent(new CustomEvent("reveal", { detail: item }));
  };
  addEventListener("hashchange", follow);
  follow();
}
