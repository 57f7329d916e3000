"use strict";
// A page that is dropped anywhere is opened, and a link that is pasted into nothing goes to its field.
{
  const form = document.querySelector("[data-drop]");
  const file = form.querySelector("input[type=file]");
  const field = form.querySelector("input[name=url]");

  file.addEventListener("change", () => {
    if (file.files.length && file.validity.valid) form.requestSubmit();
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) form.classList.remove("over");
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    const words = event.dataTransfer.getData("text/uri-list") || event.dataTransfer.getData("text/plain");
    if (event.dataTransfer.files.length) {
      file.files = event.dataTransfer.files;
      file.dispatchEvent(new Event("change"));
    } else if (words) {
      field.value = words.trim();
      form.requestSubmit();
    }
  });
  addEventListener("paste", (event) => {
    if (event.target === field) return;
    const words = event.clipboardData.getData("text/plain").trim();
    if (words) field.value = words;
  });
  // The bookmark is for dragging; on this page it would read this page.
  for (const link of document.querySelectorAll("[data-bookmarklet]")) {
    link.addEventListener("click", (event) => event.preventDefault());
  }
}
