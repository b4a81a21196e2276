/**
 * Keeps a part of a page current while something is under way: the part names the address that brings it anew
 * (`data-poll`), how often it is asked for in milliseconds (`data-every`), and the form that is sent for it, if any,
 * with the button it is sent by (`data-form`, `data-do`). The newest copy, found by the part's id, says whether to go
 * on.
 */

import { morph } from "../shared/morph.js";
import { fields, PART, poll } from "../shared/poll.js";

/** @param {string} id */
function follow(id) {
  const part = () => /** @type {?HTMLElement} */ (document.getElementById(id));
  poll({ every: Number(part()?.dataset.every), ask: () => question(part()), heard: (answer) => take(part(), answer) });
}

/** @param {?HTMLElement} part @returns {?import("../shared/poll.js").Question} */
function question(part) {
  const { poll: address, form: name, do: button = "" } = part?.dataset ?? {};
  if (!address) return null;
  const form = /** @type {?HTMLFormElement} */ (name ? document.getElementById(name) : null);
  if (!form) return { address, init: { headers: PART } };
  const body = fields(form);
  body.set("do", button);
  return { address, init: { method: "POST", body, headers: PART } };
}

/** @param {?HTMLElement} part @param {import("../shared/poll.js").Answer} answer */
function take(part, { status, text }) {
  if (!part || status !== 200) return;
  const newest = new DOMParser().parseFromString(text, "text/html").getElementById(part.id);
  // A person who was signed out meanwhile is asked to sign in.
  if (newest) morph(part, newest);
  else location.reload();
}

for (const { id } of document.querySelectorAll("[data-poll]")) follow(id);
