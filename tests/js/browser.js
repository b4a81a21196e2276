/** A stand-in for the browser: a document, its stores, and a server that answers as the test says. */

import { registerHooks } from "node:module";
import { parseHTML } from "linkedom";

const SOURCES = new URL("../../tables/static/tables/", import.meta.url);
let loads = 0;

// What is imported by a script of one load belongs to the same load, so that each page has modules of its own.
registerHooks({
  resolve(name, context, next) {
    const found = next(name, context);
    const load = /\?load=\d+$/.exec(context.parentURL ?? "");
    return load && found.url.startsWith(SOURCES.href) ? { ...found, url: found.url + load[0] } : found;
  },
});

/** A store as a browser has it; `isForbidden` makes every use of it fail. */
export class Store {
  isForbidden = false;
  #kept = new Map();

  getItem(name) {
    this.#use();
    return this.#kept.get(name) ?? null;
  }

  setItem(name, value) {
    this.#use();
    this.#kept.set(name, String(value));
  }

  removeItem(name) {
    this.#use();
    this.#kept.delete(name);
  }

  #use() {
    if (this.isForbidden) throw new Error("The store is forbidden.");
  }
}

/** Answers requests in turn; those that no answer is ready for wait for `answer`. */
export class Server {
  /** @type {{address: string, method: string, headers: Record<string, string>, fields: Record<string, string>}[]} */
  requests = [];
  #waiting = [];

  /** What takes the place of the browser's own fetch. */
  fetch = (address, { method = "GET", headers = {}, body, signal } = {}) => {
    this.requests.push({ address, method, headers, fields: Object.fromEntries(body ?? []) });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      signal?.addEventListener("abort", () => reject(new Error("Nobody waits any longer.")));
    });
  };

  /**
   * Answer the oldest request that waits.
   * @param {number} status
   * @param {string} text
   * @param {Record<string, string>} headers
   */
  async answer(status, text = "", headers = {}) {
    const body = status === 304 ? null : text;
    this.#waiting.shift().resolve(new Response(body, { status, headers }));
    await settled();
  }

  /** Lose the oldest request that waits. */
  async lose() {
    this.#waiting.shift().reject(new TypeError("The network failed."));
    await settled();
  }
}

/** Let everything run that waits for nothing but its turn. */
export async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/**
 * Open a page; the stores are those of the page before where they are handed over, as after a reload.
 * @param {string} body @param {{local?: Store, session?: Store, address?: string}} [kept]
 */
export function openPage(body, { local = new Store(), session = new Store(), address = "/" } = {}) {
  loads += 1;
  const load = loads;
  const { window, document } = parseHTML(`<!doctype html><html><head></head><body>${body}</body></html>`);
  const server = new Server();
  const page = { document, server, local, session, reloads: 0 };
  const events = new EventTarget();
  const names = ["Node", "Element", "HTMLElement", "HTMLFormElement", "HTMLInputElement", "HTMLTextAreaElement"];
  Object.assign(globalThis, {
    ...Object.fromEntries(names.map((name) => [name, window[name]])),
    HTMLSelectElement: window.HTMLSelectElement,
    DOMParser: window.DOMParser,
    CSS: { escape: (text) => text },
    document,
    window: globalThis,
    fetch: server.fetch,
    localStorage: local,
    sessionStorage: session,
    location: { href: `http://casino.test${address}`, pathname: address, reload: () => (page.reloads += 1) },
    addEventListener: events.addEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  });
  /** Load a script of this page, by its place in the folder of the scripts. @param {string} name */
  page.load = (name) => import(`${new URL(name, SOURCES).href}?load=${load}`);
  return page;
}

const TABLE = {
  table: { id: 7, state: "open" },
  figures: { digits: 2, thousands: ",", decimal: "." },
  seed: "seed0001",
  version: 5,
  tag: "5.0",
  dealer: { badge: "1001" },
  can_act: true,
  next: { act: "", label: "Deal", blocked: "" },
};

/** The fragment that the server sends of a table. @param {object} data @param {string} inside */
export function fragment(data = {}, inside = "") {
  const whole = { ...TABLE, ...data };
  const client = `<script id="client" type="application/json">${JSON.stringify(whole)}</script>`;
  return `<div id="table" data-version="${whole.version}">${inside}${client}</div>`;
}

/** Open the tablet of a table. @param {object} data @param {string} inside @param {object} kept as in `openPage` */
export async function openTablet(data = {}, inside = "", kept = {}) {
  const urls = 'data-act-url="/tables/7/act/" data-live-url="/tables/7/live/" data-csrf="token"';
  const page = openPage(`<main id="tablet" ${urls}>${fragment(data, inside)}</main>`, kept);
  page.pages = await page.load("tablet/page.js");
  page.outbox = await page.load("tablet/outbox.js");
  return page;
}
