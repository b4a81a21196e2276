/** Paying: each hand is ticked off as its chips move, then the round closes. */

import { all, find, nextStep, press } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { send } from "../outbox.js";
import { table } from "../page.js";
import { draft, saveDraft, ui } from "../store.js";

const isOpen = () => table().step === "settlement" && !ui.aside;

/** The hands whose chips move now, in paying order. @returns {number[]} */
const toTick = () => table().to_tick;

const open = () => toTick().filter((seat) => !draft().ticks[seat]);

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  tick: ({ seat }) => {
    draft().ticks[seat] = !draft().ticks[seat];
    saveDraft();
  },
  "tick-all": () => {
    for (const seat of toTick()) draft().ticks[seat] = true;
    saveDraft();
  },
};

export const next = () => send("close_round", { number: table().round.number });

/** @param {Element} copy */
export function paint(copy) {
  if (table().step !== "settlement") return;
  const view = /** @type {HTMLElement} */ (find(copy, "[data-view='step']"));
  for (const row of all(view, ".payment")) press(row, Boolean(draft().ticks[String(row.dataset.seat)]));
  const waiting = open();
  find(view, "[data-do='tick-all']")?.toggleAttribute("disabled", !waiting.length);
  const values = { seats: waiting.join(", ") };
  const why = fill(
    waiting.length > 1
      ? gettext("seats %(seats)s: tick off what has moved")
      : gettext("seat %(seats)s: tick off what has moved"),
    values,
  );
  nextStep(view, table().next.label, waiting.length ? why : table().next.blocked);
}

/** @param {KeyboardEvent} event @returns {boolean} */
export function keys({ key }) {
  if (!isOpen()) return false;
  if (key === "*" || key === "x") handlers["tick-all"]();
  else if (key === " " && document.activeElement === document.body && open().length)
    handlers.tick({ seat: String(open()[0]) });
  else return false;
  return true;
}
