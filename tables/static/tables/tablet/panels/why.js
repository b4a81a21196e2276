/**
 * Why each amount of the settlement is that much: a view of its own, so that nothing is ticked by mistake (TAB
 * 4.3).
 */

import { all, find, press, show } from "../../shared/dom.js";
import { ui } from "../store.js";

let chosen = 0;

/** Whether the sentences are what the panel shows. @returns {boolean} */
export const isOpen = () => ui.aside === "why" && seats().length > 0;

/** The seats that have sentences, in the order of the settlement. @returns {number[]} */
const seats = () => all(document, "[data-view='why'] [data-do='why-seat']").map((key) => Number(key.dataset.seat));

/** Show the sentences of a seat. @param {number} seat @returns {boolean} whether it has any */
export function choose(seat) {
  if (!seats().includes(seat)) return false;
  chosen = seat;
  return true;
}

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  why: () => {
    ui.aside = "why";
    if (!choose(ui.seat)) chosen = seats()[0] ?? 0;
  },
  "why-seat": ({ seat }) => void choose(Number(seat)),
};

/** @param {Element} copy */
export function paint(copy) {
  const view = find(copy, "[data-view='why']");
  if (!view) return;
  for (const key of all(view, "[data-do='why-seat']")) press(key, Number(key.dataset.seat) === chosen);
  for (const part of all(view, "[data-reasons]")) show(part, Number(part.dataset.reasons) === chosen);
}

/** @param {number} steps */
function turn(steps) {
  const all_ = seats();
  chosen = all_[(all_.indexOf(chosen) + steps + all_.length) % all_.length] ?? 0;
}

/** @param {KeyboardEvent} event @returns {boolean} */
export function keys({ key }) {
  if (key === "w" && !ui.aside && seats().length) {
    handlers.why();
    return true;
  }
  if (!isOpen()) return false;
  if (key === "w") ui.aside = "";
  else if (key === "ArrowRight" || key === "ArrowDown") turn(1);
  else if (key === "ArrowLeft" || key === "ArrowUp") turn(-1);
  else return /^\d$/.test(key) && choose(Number(key));
  return true;
}
