"use strict";
// The preview follows every change of the form; nothing is saved by it.
{
  document.documentElement.classList.add("scripted");
  const form = document.querySelector("[data-settings]");
  const preview = form && form.querySelector("[data-preview]");
  if (preview) {
    let waiting = 0;
    form.addEventListener("change", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        if (form.checkValidity()) form.requestSubmit(preview);
      }, 50);
    });
    // A preview that is due would take the place of what the person submits.
    form.addEventListener("submit", event => {
      if (event.submitter !== preview) clearTimeout(waiting);
    });
  }
}
