/** Cards as codes, as people write them, and as they are drawn; and a hand that is typed, whose slots fill in order. */

import { find, mark, write } from "../shared/dom.js";

const SIGNS = { s: "\u2660\uFE0E", h: "\u2665\uFE0E", d: "\u2666\uFE0E", c: "\u2663\uFE0E" };

/** @param {string} cards @returns {string[]} */
export const split = (cards) => cards.match(/../g) ?? [];

/** @param {string} rank @returns {string} as people write it */
export const rankName = (rank) => (rank === "T" ? "10" : rank);

/** @param {string} card @returns {string} as people write it */
export const nameOf = (card) => rankName(card[0]) + SIGNS[/** @type {"s"} */ (card[1])];

/** @param {string} card @returns {string} in words, as its key on the pad says it */
export const spoken = (card) => keyOf(card)?.getAttribute("aria-label") ?? nameOf(card);

/** The card's key on the pad; null for a card that is not in this deck. @param {string} card @returns {?HTMLElement} */
export const keyOf = (card) => find(document, `.pad-key[data-card='${CSS.escape(card)}']`);

/** The cards of a hand without its free slots. @param {string[]} slots @returns {string[]} */
export const held = (slots) => slots.filter(Boolean);

/** Where the next card goes. @param {string[]} slots @returns {number} */
export const nextSlot = (slots) => (slots.includes("") ? slots.indexOf("") : slots.length);

/** @param {string[]} slots @param {string} card @returns {string[]} with a card in the first free slot */
export function putIn(slots, card) {
  const filled = [...slots];
  filled[nextSlot(slots)] = card;
  return filled;
}

/** @param {string[]} slots @param {string} card @returns {string[]} with the slot of a card free */
export function takeOut(slots, card) {
  const freed = slots.map((other) => (other === card ? "" : other));
  while (freed.length && !freed.at(-1)) freed.pop();
  return freed;
}

/** A card, or the slot of one. @param {string | undefined} card @param {string} [kind] @returns {HTMLElement} */
export function face(card, kind = "span") {
  const element = document.createElement(card ? kind : "span");
  element.className = card ? `card suit-${card[1]}` : "card is-slot";
  if (!card) return element;
  const figure = document.createElement("b");
  const sign = document.createElement("i");
  write(figure, rankName(card[0]));
  write(sign, SIGNS[/** @type {"s"} */ (card[1])]);
  element.append(figure, sign);
  return element;
}

/**
 * A hand as it is typed, with the slot that is filled next.
 * @param {string[]} slots @param {number} size @param {boolean} isBeingEntered
 * @returns {HTMLElement[]}
 */
export function faces(slots, size, isBeingEntered) {
  return Array.from({ length: size }, (_none, slot) => {
    const element = face(slots[slot]);
    mark(element, "is-current", isBeingEntered && slot === nextSlot(slots));
    return element;
  });
}
