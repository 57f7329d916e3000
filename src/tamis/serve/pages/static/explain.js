"use strict";
// The page and its report show each other: a block that is chosen on one side is brought into view on the other.
{
  const frame = document.querySelector("iframe[name=original]");
  const list = document.querySelector("ol.blocks");
  const inside = () => {
    try {
      return frame && frame.contentDocument;
    } catch {
      return null;
    }
  };
  const show = (number) => {
    const page = inside();
    if (!page) return;
    for (const old of page.querySelectorAll(".tamis-now")) old.classList.remove("tamis-now");
    const element = page.querySelector(".tamis-block-" + number);
    if (!element) return;
    element.classList.add("tamis-now");
    element.scrollIntoView({ block: "center" });
  };
  // Consent boxes and headers that float over the page would hide blocks: here they stand between the others.
  const settle = (page) => {
    for (const element of page.querySelectorAll("body *")) {
      const { position } = page.defaultView.getComputedStyle(element);
      if (position === "fixed" || position === "sticky") element.style.setProperty("position", "static", "important");
    }
  };
  if (frame && list) {
    list.addEventListener("focusin", (event) => {
      const item = event.target.closest("li[id^=block-]");
      if (item) show(item.id.slice(6));
    });
    const listen = () => {
      const page = inside();
      if (!page || !page.body) return;
      settle(page);
      page.addEventListener("click", (event) => {
        const element = event.target.closest && event.target.closest("[class*=tamis-block-]");
        event.preventDefault();
        if (!element) return;
        const number = /tamis-block-(\d+)/.exec(element.getAttribute("class"))[1];
        if (location.hash === "#block-" + number) dispatchEvent(new HashChangeEvent("hashchange"));
        else location.hash = "#block-" + number;
      });
    };
    frame.addEventListener("load", listen);
    listen();
  }
}
