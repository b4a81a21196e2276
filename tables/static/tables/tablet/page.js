/**
 * What the page shows is the server's last fragment with what the dealer has tapped since painted over it. Every tap
 * and every answer repaints: the fragment is copied, the painters add the drafts to the copy, and the page is made
 * equal to it.
 */

import { morph } from "../shared/morph.js";

/** @typedef {Record<string, any>} Data What the server says of the table: `client` in tables/web/tablet. */

/**
 * @typedef {{seat: number, state: string, chips: number, barred: boolean, standing_decline: boolean, player_card?:
 *   string}} Seat
 * @typedef {Record<string, (data: Record<string, string>) => void>} Handlers What a key does, by its `data-do`; it gets
 *   the key's data.
 */

/** @type {?Element} */
let fragment = null;
/** @type {Data} */
let data = {};
/** @type {((copy: Element, data: Data) => void)[]} */
const painters = [];
/** @type {((data: Data, before: Data) => void)[]} */
const followers = [];

export const root = () => /** @type {HTMLElement} */ (document.getElementById("tablet"));
export const table = () => data;

/** Register what paints drafts over a copy of the fragment. @param {(copy: Element, data: Data) => void} painter */
export const paints = (painter) => painters.push(painter);

/** Register what looks at each new state before it is painted. @param {(data: Data, before: Data) => void} follower */
export const follows = (follower) => followers.push(follower);

/** Take the fragment the page was served with. */
export function begin() {
  take(/** @type {Element} */ (document.getElementById("table")?.cloneNode(true)));
}

/**
 * Take a fragment the server answered with; an older one than is shown is left out.
 * @param {string} html @returns {boolean} whether it was a fragment at all
 */
export function adopt(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const found = holder.content.getElementById("table");
  if (!found) return false;
  if (isForeign(found) || isOfAnotherEpoch(found)) {
    // Another dealer reads another language, or the server was restored: the whole page is asked for, so that no two
    // stand side by side, and nothing is shown that the server no longer has.
    location.reload();
    return true;
  }
  if (Number(found.getAttribute("data-version")) >= (data.version ?? 0)) take(found);
  return true;
}

/** @param {HTMLElement} found @returns {boolean} whether it is written in another language than the page */
const isForeign = (found) => found.lang !== document.documentElement.lang;

/**
 * Whether the database was restored since the page was served: versions begin anew with it (AUD 3.5).
 * @param {HTMLElement} found
 */
const isOfAnotherEpoch = (found) => found.dataset.epoch !== undefined && isAnotherEpoch(found.dataset.epoch);

/** @param {?string} epoch as the server says it @returns {boolean} */
export const isAnotherEpoch = (epoch) => epoch !== null && data.epoch !== undefined && Number(epoch) !== data.epoch;

/** @param {Element} found */
function take(found) {
  const script = /** @type {Element} */ (found.querySelector("#client"));
  const before = data;
  fragment = found;
  data = JSON.parse(script.textContent ?? "{}");
  for (const follower of followers) follower(data, before);
  refresh();
}

/** Show the fragment with the drafts over it. */
export function refresh() {
  if (!fragment) return;
  const copy = /** @type {Element} */ (fragment.cloneNode(true));
  for (const painter of painters) painter(copy, data);
  morph(/** @type {Element} */ (document.getElementById("table")), copy);
}
