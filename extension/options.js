// The options: where the service is, and a test that says what to do next.
"use strict";

const form = document.getElementById("form");
const told = document.getElementById("status");

readSettings().then((settings) => {
  form.service.value = settings.service;
  form.token.value = settings.token;
  document.getElementById("fields").disabled = false;
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  tell("Asking the service …", "");
  try {
    tell(await saveAndTest(), "good");
  } catch (error) {
    tell(error.message, "bad");
  }
});

async function saveAndTest() {
  const settings = { service: checkedAddress(form.service.value), token: form.token.value.trim() };
  // The browser asks the person, which it allows only as the answer to a click: before anything is waited for.
  const allowed = await api.permissions.request(permissionFor(settings.service));
  form.service.value = settings.service;
  await api.storage.local.set(settings);
  if (!allowed) {
    throw new Problem(`Saved, but tamis may not talk to ${settings.service}. Press the button again, and allow it.`);
  }
  const about = await ask(settings, "/api/openapi.json");
  if (!about.info?.title?.startsWith("tamis")) {
    throw new Problem(`What answers at ${settings.service} is not tamis. Correct the address.`);
  }
  const { protocol, hostname } = new URL(settings.service);
  const isOpen = protocol === "http:" && !["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  const warning = isOpen ? " Pages travel there unencrypted: better put the service behind https." : "";
  return `It works. Open a page, press the button of tamis in the toolbar, and choose Read.${warning}`;
}

function tell(message, kind) {
  told.textContent = message;
  told.className = kind;
}
