/**
 * Paying: each hand can be ticked off as its chips move; closing the round ticks what is left. While the settlement is
 * only shown, closing settles first, and every hand can still be typed again (LOOK 1.12).
 */

import { all, find, nextStep, press } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { send, sendBoth } from "../outbox.js";
import { table } from "../page.js";
import { draft, saveDraft, ui } from "../store.js";
import { unsent } from "./hands.js";

const isOpen = () => table().step === "settlement" && !ui.aside;

/** The hands whose chips move now and are not ticked off, in paying order. @returns {number[]} */
const open = () => table().to_tick.filter((/** @type {number} */ seat) => !draft().ticks[seat]);

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  tick: ({ seat }) => {
    draft().ticks[seat] = !draft().ticks[seat];
    saveDraft();
  },
};

export function next() {
  const input = { number: table().round.number };
  if (table().is_preview) sendBoth("settle_round", input, "close_round", input);
  else send("close_round", input);
}

/** @param {Element} copy */
export function paint(copy) {
  if (table().step !== "settlement") return;
  const view = /** @type {HTMLElement} */ (find(copy, "[data-view='step']"));
  for (const row of all(view, ".payment")) press(row, Boolean(draft().ticks[String(row.dataset.seat)]));
  nextStep(view, table().next.label, table().is_preview ? why() : table().next.blocked);
}

/** Nobody pays by hands that were typed anew and are not the ones that were settled. @returns {string} */
function why() {
  const seats = unsent();
  if (!seats.length) return table().next.blocked;
  return fill(gettext("not sent: the hand of seat %(seats)s"), { seats: seats.join(", ") });
}

/** @param {KeyboardEvent} event @returns {boolean} */
export function keys({ key }) {
  if (!isOpen() || key !== " " || document.activeElement !== document.body || !open().length) return false;
  handlers.tick({ seat: String(open()[0]) });
  return true;
}
