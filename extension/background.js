// Takes the page of a tab as its reader sees it, and sends it to the service: for the popup, the menu and the keys.
"use strict";

// Firefox loads this as a script of a page, by the list in the manifest; chromium as a worker.
if (typeof readSettings === "undefined") importScripts("settings.js");

const ACTIONS = { read: "Read this page", save: "Save this page", explain: "Explain this page" };
const WORKING = { text: "…", color: "#605d56" };
const DONE = { text: "✓", color: "#1f6b3a" };
const FAILED = { text: "!", color: "#a3261d" };

api.runtime.onInstalled.addListener(() => {
  for (const [id, title] of Object.entries(ACTIONS)) {
    api.contextMenus.create({ id, title: `tamis: ${title}`, contexts: ["page", "selection", "image", "link"] });
  }
});
api.contextMenus.onClicked.addListener((chosen, tab) => send(chosen.menuItemId, tab));
api.commands.onCommand.addListener(async (action, tab) => {
  send(action, tab ?? (await api.tabs.query({ active: true, currentWindow: true }))[0]);
});
api.runtime.onMessage.addListener((asked, sender, answer) => {
  if (sender.id !== api.runtime.id || !Object.hasOwn(ACTIONS, asked.action)) return false;
  send(asked.action, asked.tab).then(answer);
  return true; // the answer comes later
});

/** Sends the page of a tab. Returns what became of it; the badge and its tooltip show it too. */
async function send(action, tab) {
  await show(tab, WORKING, "tamis: sending the page");
  let result;
  try {
    result = await sent(action, tab, await readSettings());
  } catch (error) {
    const known = error instanceof Problem;
    result = { ok: false, message: known ? error.message : `Something unexpected went wrong: ${error.message}` };
  }
  await show(tab, result.ok ? DONE : FAILED, `tamis: ${result.message}`);
  return result;
}

async function sent(action, tab, settings) {
  const page = await captured(tab);
  const { answer, note } = await posted(settings, action, page);
  if (action !== "save") {
    await signIn(settings);
    await api.tabs.create({ url: originOf(settings) + answer.open, index: tab.index + 1 });
    return { ok: true, message: `The page was sent.${note}` };
  }
  const saved = await ask(settings, "/library", { method: "POST", body: new URLSearchParams({ page: answer.page }) });
  const was = saved.status === "unchanged" ? "It is in your library already" : "Saved in your library";
  return { ok: true, message: `${was}: ${saved.title ?? page.url}${note}`, open: originOf(settings) + saved.open };
}

/** Paths that the service names begin at the root of its host. */
function originOf({ service }) {
  return new URL(service).origin;
}

/** Runs capture.js in the tab. The permission for it comes with the click, the menu or the key, and ends with it. */
async function captured(tab) {
  let results;
  try {
    results = await api.scripting.executeScript({ target: { tabId: tab.id }, files: ["capture.js"] });
  } catch {
    throw new Problem("The browser does not let extensions read this page (its own pages, its shop, PDF files). Open a web page.");
  }
  const page = results[0]?.result;
  if (!page) throw new Problem("The page could not be read. Load it again, wait until it is there, and try once more.");
  return page;
}

/** Sends a page with its pictures; without them if that is more than the service takes. */
async function posted(settings, action, page) {
  try {
    return { answer: await ask(settings, "/read", { method: "POST", body: formOf(action, page, page.pictures) }), note: "" };
  } catch (error) {
    if (error.status !== 413) throw error;
  }
  try {
    const answer = await ask(settings, "/read", { method: "POST", body: formOf(action, page, []) });
    return { answer, note: page.pictures.length ? " Its pictures were too large to be sent." : "" };
  } catch (error) {
    if (error.status !== 413) throw error;
    throw new Problem("The page is larger than the service takes. Start the service with a larger --max-body.");
  }
}

function formOf(action, page, pictures) {
  const form = new FormData();
  form.append("view", action === "explain" ? "explain" : "read");
  form.append("url", page.url);
  form.append("file", new Blob([page.html], { type: "text/html;charset=utf-8" }), "page.html");
  for (const { url, data } of pictures) {
    form.append("picture_url", url);
    form.append("picture", new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))]), "picture");
  }
  return form;
}

/** Gives the browser a session with the service, so that the tab that is opened next shows the story. */
async function signIn({ service, token }) {
  if (!token) return;
  await fetch(`${service}/?token=${encodeURIComponent(token)}`, { credentials: "include", redirect: "manual" });
}

async function show(tab, badge, title) {
  try {
    await api.action.setBadgeBackgroundColor({ tabId: tab.id, color: badge.color });
    await api.action.setBadgeText({ tabId: tab.id, text: badge.text });
    await api.action.setTitle({ tabId: tab.id, title });
  } catch {
    // The tab was closed meanwhile.
  }
}
