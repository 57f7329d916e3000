"use strict";
// Several stories at once: the bar follows what is selected.
{
  const form = document.querySelector("[data-several]");
  if (form) {
    const bar = form.querySelector("[data-selection]");
    const legend = form.querySelector("[data-selected]");
    const all = form.querySelector("[data-all]");
    const boxes = [...form.querySelectorAll("input[name=article]")];
    const show = () => {
      const count = boxes.filter((box) => box.checked).length;
      bar.classList.toggle("any", count > 0);
      legend.textContent = count ? `${count} selected` : "Selected stories";
      all.checked = count === boxes.length;
      all.indeterminate = count > 0 && count < boxes.length;
      for (const button of bar.querySelectorAll("button")) button.disabled = !count;
    };
    form.addEventListener("change", (event) => {
      if (event.target === all) for (const box of boxes) box.checked = all.checked;
      show();
    });
    // Enter in the field for tags means the button beside it, not the first one.
    bar.querySelector("input[name=words]").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      form.requestSubmit(bar.querySelector("button[value=tag]"));
    });
    // Keys go from story to story.
    const links = [...form.querySelectorAll(".record h3 a")];
    const here = () => links.findIndex((link) => link.closest(".record").contains(document.activeElement));
    addEventListener("keydown", (event) => {
      const isTyping = event.target.closest?.("input:not([type=checkbox]), textarea, dialog");
      if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
      const at = here();
      if (event.key === "j") links[Math.min(at + 1, links.length - 1)].focus();
      else if (event.key === "k") links[Math.max(at - 1, 0)].focus();
      else if (event.key === "x" && at >= 0) {
        boxes[at].checked = !boxes[at].checked;
        show();
      } else return;
      event.preventDefault();
    });
    addEventListener("pageshow", show);
    show();
  }
}
