// The popup of the button: what to do with the page of the tab.
"use strict";

const told = document.getElementById("status");
const buttons = document.querySelectorAll("[data-action]");

for (const button of buttons) button.addEventListener("click", () => run(button.dataset.action));
showKeys();

async function run(action) {
  const [tab] = await api.tabs.query({ active: true, currentWindow: true });
  tell("Sending the page …", "");
  for (const button of buttons) button.disabled = true;
  const result = await api.runtime.sendMessage({ action, tab: { id: tab.id, index: tab.index } });
  for (const button of buttons) button.disabled = false;
  tell(result.message, result.ok ? "good" : "bad");
  const link = document.getElementById("open");
  link.hidden = !result.open;
  if (result.open) link.href = result.open;
}

function tell(message, kind) {
  told.textContent = message;
  told.className = kind;
}

/** Shows the keys as they are set in this browser. */
async function showKeys() {
  for (const { name, shortcut } of await api.commands.getAll()) {
    const key = document.querySelector(`[data-action="${CSS.escape(name)}"] kbd`);
    if (key && shortcut) key.textContent = shortcut;
  }
}
