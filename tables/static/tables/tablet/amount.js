/** The amount that chips and keypad put together: a bank, a buy-in, a count, a Raise. */

import { all, find, write } from "../shared/dom.js";
import { amount, withDigit } from "./money.js";
import { table } from "./page.js";
import { ui } from "./store.js";

/** Begin with a suggestion, which the first digit replaces. @param {number} units */
export function suggest(units) {
  ui.amount = units;
  ui.touched = false;
}

/** The largest amount that "All" stands for; set by the panel that shows the entry. */
let most = 0;

/** @param {Element} view @param {number} largest @param {string} note */
export function paintAmount(view, largest, note) {
  most = largest;
  const { figures } = table();
  write(find(view, ".amount-figure"), amount(ui.amount, figures));
  write(find(view, ".amount-note"), note);
  for (const key of all(view, "[data-do='amount-all']")) key.toggleAttribute("disabled", !largest);
}

/** @satisfies {import("./page.js").Handlers} */
export const handlers = {
  "amount-add": ({ value }) => {
    // Chips are added to what was tapped; a suggestion gives way to the first of them.
    ui.amount = (ui.touched ? ui.amount : 0) + Number(value);
    ui.touched = true;
  },
  "amount-digit": ({ digit }) => {
    ui.amount = withDigit(ui.touched ? ui.amount : 0, digit, table().figures);
    ui.touched = true;
  },
  "amount-clear": () => {
    ui.amount = 0;
    ui.touched = true;
  },
  "amount-all": () => {
    ui.amount = most;
    ui.touched = true;
  },
};

/** Digits and backspace do what the keypad does. @param {string} key @returns {boolean} */
export function amountKey(key) {
  if (/^\d$/.test(key)) handlers["amount-digit"]({ digit: key });
  else if (key === "Backspace" || key === "Delete") handlers["amount-clear"]();
  else return false;
  return true;
}
