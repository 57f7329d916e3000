"use strict";
// On all pages: help for the keys, signs of work, downloads that say how they go, limits of files, no captions without
// their pictures.
{
  const page = document.documentElement;
  page.classList.add("scripted");

  const said = document.createElement("p");
  said.className = "working";
  said.setAttribute("aria-live", "polite");
  document.body.append(said);
  let waiting = 0;
  const begin = (words) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      page.classList.add("busy");
      said.textContent = words;
    }, 250);
  };
  const end = (words = "") => {
    clearTimeout(waiting);
    page.classList.remove("busy");
    said.textContent = words;
    if (words) waiting = setTimeout(() => (said.textContent = ""), 20000);
  };
  // A page that comes back from the history is not at work.
  addEventListener("pageshow", () => {
    end();
    for (const form of document.forms) delete form.dataset.sent;
  });

  const nameOf = (answer, form) => {
    const header = answer.headers.get("content-disposition") || "";
    const exact = /filename\*=UTF-8''([^;]+)/.exec(header);
    const plain = /filename="([^"]+)"/.exec(header);
    return exact ? decodeURIComponent(exact[1]) : plain ? plain[1] : `edition.${form}`;
  };
  const download = async (url) => {
    begin("Making the edition …");
    try {
      const answer = await fetch(url, { headers: { accept: "application/json" } });
      if (!answer.ok) {
        const problem = await answer.json();
        end(problem.message || "That did not work.");
        return;
      }
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await answer.blob());
      link.download = nameOf(answer, new URL(url, location.href).searchParams.get("format") || "epub");
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      end("The edition is in your downloads.");
    } catch {
      end("The service cannot be reached.");
    }
  };

  addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method === "dialog" || (event.submitter && event.submitter.formTarget)) return;
    if (event.submitter && "download" in event.submitter.dataset) {
      event.preventDefault();
      const sent = new URLSearchParams(new FormData(form, event.submitter));
      download(`${form.action}?${sent}`);
      return;
    }
    if ("sent" in form.dataset) event.preventDefault();
    form.dataset.sent = "";
    begin("Working …");
  });
  addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || event.defaultPrevented || !isPlain || link.target || link.origin !== location.origin) return;
    if (link.hasAttribute("download")) {
      if (!link.pathname.endsWith("/edition")) return;
      event.preventDefault();
      download(link.href);
    } else if (link.pathname !== location.pathname || link.search !== location.search) begin("Loading …");
  });

  // A picture that cannot be loaded takes its caption with it.
  const leave = (image) => {
    if (image.closest(".story, .front-page")) (image.closest("figure") || image).hidden = true;
  };
  addEventListener("error", (event) => event.target instanceof HTMLImageElement && leave(event.target), true);
  for (const image of document.images) if (image.complete && !image.naturalWidth && image.currentSrc) leave(image);

  // A file that is too large is named before it is sent.
  for (const file of document.querySelectorAll("input[data-most]")) {
    file.addEventListener("change", () => {
      const isTooLarge = file.files.length && file.files[0].size > Number(file.dataset.most);
      file.setCustomValidity(isTooLarge ? file.dataset.tooLarge : "");
      file.reportValidity();
    });
  }

  const help = document.querySelector("dialog[data-keys]");
  for (const button of document.querySelectorAll("[data-help]")) button.addEventListener("click", () => help.showModal());
  help.addEventListener("click", (event) => event.target === help && help.close());
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
    if (isTyping || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || help.open) return;
    const marked = document.querySelector('[data-key="' + CSS.escape(event.key) + '"]');
    if (event.key === "?") help.showModal();
    else if (marked) marked.matches("input") ? marked.focus() : marked.click();
    else return;
    event.preventDefault();
  });
}
