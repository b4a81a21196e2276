/** One hand large in the middle of the felt, for the players to see too, with what it comes to (LOOK 1.9). */

import { find, mark, show, write } from "../shared/dom.js";
import { fill, gettext } from "../shared/words.js";
import { face, nextSlot, spoken } from "./cards.js";

/**
 * @typedef {object} Hand
 * @property {number} seat
 * @property {string[]} slots The cards in the order in which they were typed; a free slot is empty.
 * @property {number} size How many cards make it.
 * @property {string} words What it comes to, or what is to be done.
 * @property {boolean} [isIn] Whether it is what the server has: then its seat says which of its cards count.
 * @property {string} [note] What stands out beside it.
 * @property {boolean} [isTyped] Whether the next card goes into it.
 */

/** @param {Element} copy @param {Hand} hand */
export function paintLarge(copy, hand) {
  const place = find(copy, "#large-hand");
  if (!place) return;
  show(place, true);
  mark(place.parentElement, "has-hand", true);
  write(find(place, ".large-seat"), fill(gettext("Seat %(seat)s"), { seat: hand.seat }));
  write(find(place, ".large-words"), hand.words);
  write(find(place, ".large-note"), hand.note ?? "");
  const cards = Array.from({ length: hand.size }, (_none, slot) => large(copy, hand, slot));
  find(place, ".large-cards")?.replaceChildren(...cards);
}

/** A card that is taken out by a tap, or a free slot. @param {Element} copy @param {Hand} hand @param {number} slot */
function large(copy, { seat, slots, isIn, isTyped }, slot) {
  const card = slots[slot];
  const element = face(card, "button");
  element.id = `large-${slot}`;
  mark(element, "is-current", Boolean(isTyped) && slot === nextSlot(slots));
  if (!card) return element;
  element.setAttribute("type", "button");
  element.setAttribute("aria-label", fill(gettext("Take out: %(card)s"), { card: spoken(card) }));
  Object.assign(element.dataset, { do: "hand-card", seat: String(seat), card });
  const drawn = isIn ? find(copy, `#seat-${seat} .hand [data-code='${CSS.escape(card)}']`) : null;
  for (const part of ["is-flush", "is-run"]) mark(element, part, Boolean(drawn?.classList.contains(part)));
  return element;
}
