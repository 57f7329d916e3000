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
    show("blocks");
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
