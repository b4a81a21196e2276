/** The strip of a practice table: which cards to type now, who signs, and how many taps and seconds a round took. */

import { all, find, press, show, write } from "../shared/dom.js";
import { fill, gettext } from "../shared/words.js";
import { follows, paints, refresh, table } from "./page.js";
import { ui } from "./store.js";

let isDealing = true;
/** What the round took so far, or took in all. */
let count = { round: 0, taps: 0, from: 0, until: 0 };

/** @returns {string} which note is to be read now */
function wanted() {
  if (ui.aside === "sign") return "sign";
  if (table().step === "hands" && isDealing) return "cards";
  return count.round ? "result" : "plain";
}

/** @param {Element} copy */
function paint(copy) {
  const lit = find(copy, ".seat.is-lit")?.dataset.seat ?? "";
  const [note, notes] = [wanted(), all(copy, ".practice [data-note]")];
  const fits = (/** @type {HTMLElement} */ one) =>
    one.dataset.note === note && (note !== "cards" || one.dataset.seat === lit);
  const shown = notes.find(fits) ?? notes[0];
  for (const one of notes) show(one, one === shown);
  press(find(copy, "#practice-cards"), isDealing);
  show(find(copy, "[data-practice='compared']"), isDealing);
  const seconds = Math.round(((count.until || performance.now()) - count.from) / 1000);
  write(
    find(copy, "[data-practice='figures']"),
    fill(gettext("Round %(round)s: %(taps)s taps, %(seconds)s seconds."), { ...count, seconds }),
  );
}

function follow() {
  const number = table().round?.number ?? 0;
  if (number && number !== count.round) count = { round: number, taps: 0, from: performance.now(), until: 0 };
  if (!number && count.round && !count.until) count.until = performance.now();
}

/** @param {Event} event */
function tap(event) {
  const isKey = event.type === "keydown" || /** @type {Element} */ (event.target).closest("#tablet [data-do]");
  if (isKey && !count.until) count.taps += 1;
}

document.addEventListener("pointerdown", tap, true);
document.addEventListener("keydown", tap, true);
document.addEventListener("click", (event) => {
  if (!(/** @type {Element} */ (event.target).closest("#practice-cards"))) return;
  isDealing = !isDealing;
  refresh();
});
follows(follow);
paints(paint);
follow();
refresh();
