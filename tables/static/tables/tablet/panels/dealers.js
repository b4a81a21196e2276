/** The dealers seen at this house today, by name, for a tap-in without a badge (OPS 1.8). */

import { all, find, press } from "../../shared/dom.js";
import { refresh, root } from "../page.js";

/** Milliseconds between two looks at the list, which waits at hand: tapping in asks for nothing but itself. */
const EVERY = 60_000;
const PATIENCE = 8000;

/** The list as the server sent it. @type {?DocumentFragment} */
let list = null;

/** Begin to keep the list at hand. */
export function startDealers() {
  void fetchList();
  window.setInterval(() => document.hidden || void fetchList(), EVERY);
}

async function fetchList() {
  try {
    const response = await fetch(String(root().dataset.dealersUrl), {
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!response.ok) return;
    const holder = document.createElement("template");
    holder.innerHTML = await response.text();
    list = holder.content;
    refresh();
  } catch {
    // Without the list there is still the badge.
  }
}

/** How many characters a badge of the house has; 0 where that is not known. @returns {number} */
export const badgeLength = () => Number((list && find(list, "[data-badge-length]"))?.dataset.badgeLength ?? 0);

/** The name behind what the page sends for it. @param {string} key @returns {string} */
export const nameOf = (key) => (list && find(list, `[data-name='${key}'] b`))?.textContent ?? "";

/** Show the list in a view that has a place for it. @param {Element} view @param {string} chosen */
export function paintDealers(view, chosen) {
  if (!list) return;
  find(view, "[data-dealers]")?.replaceChildren(list.cloneNode(true));
  for (const key of all(view, "[data-do='dealer']")) press(key, key.dataset.name === chosen);
}
