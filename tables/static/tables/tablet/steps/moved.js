/**
 * What goes back or moves after a void or a correction, on whatever page it was made: ticked off before the next offer
 * (OPS 5.8). What was ticked is this tablet's to remember, as it is of a settlement.
 */

import { all, find, press, show } from "../../shared/dom.js";
import { follows, table } from "../page.js";
import { keep, load, ui } from "../store.js";

/**
 * Up to which entry of the table's chain all has moved, and which rows after it. @type {?{through: number, rows:
 * string[]}}
 */
let kept = null;

/** @returns {{through: number, rows: string[]}} */
function done() {
  kept ??= load("moved") ?? { through: 0, rows: [] };
  return /** @type {{through: number, rows: string[]}} */ (kept);
}

/** @param {{through: number, rows: string[]}} now */
function remember(now) {
  kept = now;
  keep("moved", now);
}

/** @param {number} sequence */
const isNew = (sequence) => sequence > done().through;

/** Whether chips wait to be moved before the next round. */
const isDue = () => !table().round && table().can_act && table().moved.some(isNew);

const isOpen = () => ui.aside === "moved";

follows(() => {
  if (isOpen() && !isDue()) ui.aside = "";
});

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  "tick-moved": ({ row }) => {
    const { through, rows } = done();
    remember({ through, rows: rows.includes(row) ? rows.filter((other) => other !== row) : [...rows, row] });
  },
  // What is left is ticked off with it.
  "moved-next": () => {
    remember({ through: Math.max(...table().moved), rows: [] });
    ui.aside = "";
  },
};

/** Nothing else comes before it; a panel that is open stays until it is left. @param {Element} copy */
export function paint(copy) {
  if (!ui.aside && isDue()) ui.aside = "moved";
  const view = find(copy, "[data-view='moved']");
  if (!view) return;
  for (const list of all(view, "[data-sequence]")) show(list, isNew(Number(list.dataset.sequence)));
  for (const row of all(view, "[data-row]")) press(row, done().rows.includes(String(row.dataset.row)));
}
