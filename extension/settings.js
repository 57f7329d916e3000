// Settings, and requests to the service. Loaded by the options page, the popup and the background.
"use strict";

const api = globalThis.browser ?? globalThis.chrome;
const DEFAULTS = { service: "http://127.0.0.1:8311", token: "" };

/** An error whose message says what to do next. */
class Problem extends Error {}

function readSettings() {
  return api.storage.local.get(DEFAULTS);
}

/** Returns the address of the service as it is stored: without a slash at the end. Throws a Problem. */
function checkedAddress(text) {
  let url;
  try {
    url = new URL(text.trim().includes("://") ? text.trim() : `http://${text.trim()}`);
  } catch {
    throw new Problem("This is not an address. The service prints its own when it starts, such as http://127.0.0.1:8311");
  }
  if (!["http:", "https:"].includes(url.protocol)) {
    throw new Problem("The address has to begin with http:// or https://");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** The permission that requests to the service need. Patterns of hosts have no port. */
function permissionFor(service) {
  const { protocol, hostname } = new URL(service);
  return { origins: [`${protocol}//${hostname}/*`] };
}

/** Asks the service something, and returns its answer as JSON. Throws a Problem that says what to do next. */
async function ask({ service, token }, path, options = {}) {
  if (!(await api.permissions.contains(permissionFor(service)))) {
    throw new Problem(`tamis may not talk to ${service} yet. Open the options and press “Save and test”.`);
  }
  const headers = { accept: "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  let response;
  try {
    response = await fetch(service + path, { ...options, headers, credentials: "omit" });
  } catch {
    throw new Problem(`Nothing answers at ${service}. Start the service with “tamis serve”, or correct the address in the options.`);
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return answer;
  const said = answer?.tamis?.error?.message;
  if (response.status === 401) {
    throw new Problem("The service asks for its token. Enter the one that it was started with in the options.");
  }
  if (!said) throw new Problem(`What answers at ${service} is not tamis. Correct the address in the options.`);
  throw Object.assign(new Problem(`The service says: ${said}`), { status: response.status });
}
