// Tell how the checks of feeds go, and show the list again when they are done.
"use strict";
(() => {
  const work = document.querySelector("[data-state]");
  if (!work || !("running" in work.dataset)) return;
  const line = work.querySelector("p");
  const look = async () => {
    try {
      const answer = await fetch(work.dataset.state, { headers: { accept: "application/json" } });
      const state = await answer.json();
      if (!state.running) {
        location.replace(location.pathname);
        return;
      }
      if (state.message) line.textContent = `Checking feeds now … ${state.message}`;
    } catch {
      // the service may be restarting: ask again
    }
    setTimeout(look, 2000);
  };
  setTimeout(look, 1500);
})();
