/**
 * How large this browser shows a table, and in how many colours its suits: a choice of the eyes in front of it, kept
 * here and not with the house (LOOK 1.7, 1.8). Loaded before the page is painted.
 */

import { readKept, writeKept } from "./kept.js";

const KEY = "croupier.look";
/** What can be chosen; the first is what is shown until something is. */
const CHOICES = { larger: ["100", "125", "150", "200"], suits: ["four", "two"] };

/** @typedef {keyof typeof CHOICES} Choice */

/** @returns {Record<Choice, string>} what is chosen */
export function look() {
  const kept = readKept(KEY) ?? {};
  /** @param {Choice} name */
  const chosen = (name) => (CHOICES[name].includes(kept[name]) ? kept[name] : CHOICES[name][0]);
  return { larger: chosen("larger"), suits: chosen("suits") };
}

/** Choose, show and keep. @param {Choice} name @param {string} value */
export function choose(name, value) {
  writeKept(KEY, { ...look(), [name]: value });
  showLook();
}

function showLook() {
  Object.assign(document.documentElement.dataset, look());
}

showLook();
