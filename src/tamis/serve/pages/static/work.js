// Tell how long work goes (checks of feeds, imports), and show the page again when it is done.
"use strict";
(() => {
  const work = document.querySelector("[data-state]");
  if (!work || !("running" in work.dataset)) return;
  const line = work.querySelector("p");
  const bar = work.querySelector("progress");
  const look = async () => {
    try {
      const answer = await fetch(work.dataset.state, { headers: { accept: "application/json" } });
      const state = await answer.json();
      if (!state.running) {
        location.replace(location.pathname);
        return;
      }
      if (state.message) line.textContent = `${work.dataset.doing} ${state.message}`;
      if (bar && state.total) {
        bar.max = state.total;
        bar.value = state.done;
      }
    } catch {
      // the service may be restarting: ask again
    }
    setTimeout(look, 2000);
  };
  setTimeout(look, 1000);
})();
