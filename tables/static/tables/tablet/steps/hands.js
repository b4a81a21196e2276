/** The pad: the last card of a hand sends it and moves on to the next hand that is needed (LOOK 1.3). */

import { all, find, mark, nextStep, write } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { isUnderWay, onAnswer, send } from "../outbox.js";
import { follows, table } from "../page.js";
import { draft, saveDraft, ui } from "../store.js";

const SIGNS = { s: "\u2660\uFE0E", h: "\u2665\uFE0E", d: "\u2666\uFE0E", c: "\u2663\uFE0E" };

/** How many cards make a hand. @returns {number} */
const size = () => table().hand_size;
const isOpen = () => (table().step === "hands" && !ui.aside) || ui.aside === "hands";

/** The seat whose hand is opened by a tap, whether it is needed or not. */
let opened = 0;
/**
 * The hand finished last, so that backspace can still take its last card back.
 * @type {?{seat: number, cards: string[]}}
 */
let finished = null;
/** A rank typed on the keyboard, waiting for its suit. */
let rank = "";

/** @param {number} seat @returns {?{cards: string[], sent?: string, refused?: boolean, again?: boolean}} */
const typed = (seat) => draft().hands[seat] ?? null;

/** @param {string} cards @returns {string[]} */
const split = (cards) => cards.match(/../g) ?? [];

/** @param {number} seat @returns {string[]} the hand as far as anybody knows it */
const cardsOf = (seat) => typed(seat)?.cards ?? split(table().round.play.hands[seat] ?? "");

/** Whether a hand is complete here and not refused. @param {number} seat */
const isDone = (seat) => Boolean(typed(seat)?.sent && typed(seat)?.cards.length === size() && !typed(seat)?.refused);

/** Everybody whose hand counts, as they are needed. @returns {number[]} */
const needed = () => table().round.hands_needed.filter((/** @type {number} */ seat) => !isDone(seat));

/** @returns {number} the seat whose hand is being entered */
const current = () => opened || needed()[0] || 0;

/** Open a hand, whether to enter it or to enter it again. @param {number} seat */
export function open(seat) {
  dropHalf();
  opened = seat;
  rank = "";
  finished = null;
  // While the settlement is shown, the pad stands in front of it.
  if (table().is_preview) ui.aside = "hands";
}

/** Leave the pad that stands in front of a settlement. */
function leave() {
  dropHalf();
  opened = 0;
}

/** The seats whose hands were typed and did not get to the server. @returns {number[]} */
export const unsent = () =>
  Object.keys(draft().hands)
    .map(Number)
    .filter((seat) => typed(seat)?.refused);

/** Drop a hand that was begun anew and left half typed: the server has the whole one, which is settled (LOOK 1.10). */
function dropHalf() {
  const hand = opened ? typed(opened) : null;
  if (hand?.again && !hand.sent && opened in table().round.play.hands) delete draft().hands[opened];
  saveDraft();
}

/** Whether a draft takes the place of a hand that is in already. @param {number} seat */
const isAgain = (seat) => opened === seat && Boolean(table().round.play.hands[seat] || typed(seat)?.again);

/** @param {number} seat @param {string[]} cards */
function type(seat, cards) {
  draft().hands[seat] = isAgain(seat) ? { cards, again: true } : { cards };
}

/** Where a card already lies. @param {string} card @param {number} seat @returns {number} the other seat, or 0 */
function holder(card, seat) {
  const { play } = table().round;
  const others = new Set([...Object.keys(play.hands), ...Object.keys(draft().hands)].map(Number));
  others.delete(seat);
  for (const other of others) if (cardsOf(other).includes(card)) return other;
  return 0;
}

/** @param {string} card @returns {string} as people write it */
const nameOf = (card) => (card[0] === "T" ? "10" : card[0]) + SIGNS[/** @type {"s"} */ (card[1])];

/** @param {string} card */
function enter(card) {
  const seat = current();
  if (!seat) return;
  if (!find(document, `[data-card='${CSS.escape(card)}']`)) {
    ui.notice = { text: fill(gettext("%(card)s is not in this deck."), { card: nameOf(card) }), ways: [] };
    return;
  }
  const isFresh = !typed(seat) || (typed(seat)?.cards.length === size() && opened === seat);
  const cards = isFresh ? [] : [...(typed(seat)?.cards ?? [])];
  const other = cards.includes(card) ? seat : holder(card, seat);
  if (other) {
    refuse(card, seat, other);
    return;
  }
  if (cards.length === size()) return;
  cards.push(card);
  type(seat, cards);
  saveDraft();
  if (cards.length === size()) finish(seat, cards);
}

/** @param {number} seat @param {string[]} cards */
function finish(seat, cards) {
  const command = send("enter_hands", { number: table().round.number, hands: [{ seat, cards: cards.join("") }] });
  draft().hands[seat] = { cards, sent: command };
  finished = { seat, cards };
  opened = 0;
  if (ui.aside === "hands") ui.aside = "";
  saveDraft();
}

/** @param {string} card @param {number} seat @param {number} other */
function refuse(card, seat, other) {
  const name = nameOf(card);
  if (other === seat) {
    ui.notice = { text: fill(gettext("%(card)s is already in this hand."), { card: name }), ways: [] };
    return;
  }
  ui.notice = {
    text: fill(gettext("%(card)s is already in seat %(seat)s's hand."), { card: name, seat: other }),
    ways: [
      { do: "retake", label: gettext("Retake here"), data: { seat } },
      { do: "retake", label: fill(gettext("Retake seat %(seat)s"), { seat: other }), data: { seat: other } },
      { do: "call-floor", label: gettext("Call the floor"), data: {} },
    ],
  };
}

onAnswer((act, code) => {
  if (act.act !== "enter_hands") return;
  for (const [seat, hand] of Object.entries(draft().hands)) {
    if (hand.sent !== act.command) continue;
    if (code) hand.refused = true;
    else delete draft().hands[seat];
  }
  saveDraft();
});

follows((data, before) => {
  if (data.step !== before.step) opened = 0;
  if (data.round?.number !== before.round?.number) finished = null;
  if (data.is_showdown) tidy(data, !before.step);
});

/**
 * Drop what has become of no use: hands of who has folded since, and half a hand that came in from another tablet.
 * @param {Record<string, any>} data @param {boolean} isFirst whether the page has just been loaded
 */
function tidy({ round, shows }, isFirst) {
  for (const [seat, hand] of Object.entries(draft().hands)) {
    const counts = shows.includes(Number(seat));
    const isIn = seat in round.play.hands && !hand.again;
    if (!counts || (isIn && !isUnderWay(hand.sent ?? ""))) delete draft().hands[seat];
    else if (isFirst && hand.again && hand.cards.length < size()) open(Number(seat));
  }
}

function back() {
  const seat = current();
  const cards = typed(seat)?.cards ?? [];
  if (rank) rank = "";
  else if (cards.length && !isDone(seat)) {
    type(seat, cards.slice(0, -1));
  } else if (finished) {
    opened = finished.seat;
    draft().hands[opened] = { cards: finished.cards.slice(0, -1), again: true };
    finished = null;
  }
  saveDraft();
}

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  card: ({ card }) => enter(card),
  "card-back": back,
  "clear-hand": () => {
    rank = "";
    const seat = current();
    if (seat) type(seat, []);
    saveDraft();
  },
  retake: ({ seat }) => {
    const number = Number(seat);
    open(number);
    type(number, []);
    saveDraft();
  },
};

export function next() {
  const seat = current();
  const hand = typed(seat);
  // A hand that could not be entered is tried again with what the table is now.
  if (hand?.cards.length === size()) finish(seat, hand.cards);
}

/** @param {Element} copy */
export function paint(copy) {
  if (!table().is_showdown) return;
  if (table().is_preview && opened && !isOpen()) leave();
  for (const seat of Object.keys(draft().hands)) paintHand(copy, Number(seat));
  if (!isOpen()) return;
  const seat = current();
  mark(find(copy, `#seat-${seat}`), "is-lit", true);
  if (seat) paintHand(copy, seat);
  paintPad(copy, seat);
  const view = /** @type {HTMLElement} */ (find(copy, `[data-view='${ui.aside || "step"}']`));
  write(find(view, "[data-pad='status']"), status(seat));
  const isRefused = typed(seat)?.cards.length === size();
  nextStep(view, isRefused ? gettext("Send the hand again") : table().next.label, isRefused ? "" : why());
}

/** @param {number} seat @returns {string} */
function status(seat) {
  if (!seat) return gettext("All hands are in");
  const count = typed(seat) ? cardsOf(seat).length : 0;
  const place = { seat, card: Math.min(count + 1, size()), size: size(), rank: rank === "T" ? "10" : rank };
  if (rank) return fill(gettext("Seat %(seat)s: %(rank)s of …"), place);
  return fill(gettext("Seat %(seat)s: card %(card)s of %(size)s"), place);
}

/** @returns {string} */
function why() {
  if (table().is_preview) return gettext("type the hand anew, or go back to the settlement");
  const seats = needed();
  if (!seats.length)
    return opened && typed(opened) ? fill(gettext("seat %(seats)s: hand needed"), { seats: opened }) : "";
  const values = { seats: seats.join(", ") };
  return fill(
    seats.length > 1 ? gettext("seats %(seats)s: hand needed") : gettext("seat %(seats)s: hand needed"),
    values,
  );
}

/** Slots, filled in the order of the typing. @param {Element} copy @param {number} seat */
function paintHand(copy, seat) {
  const hand = typed(seat);
  const isBeingEntered = isOpen() && seat === current();
  const place = find(copy, `#seat-${seat} .hand`);
  if (!place || (!hand && !isBeingEntered)) return;
  if (!hand && table().round.play.hands[seat]) return;
  const cards = hand?.cards ?? [];
  place.replaceChildren(
    ...Array.from({ length: size() }, (_none, slot) => face(cards[slot], isBeingEntered && slot === cards.length)),
  );
  const word = find(copy, `#seat-${seat} .seat-word`);
  if (hand?.sent && isUnderWay(hand.sent)) {
    mark(word, "is-sending", true);
    write(word, gettext("Sending"));
  } else if (hand?.refused) {
    mark(word, "is-unsent", true);
    write(word, gettext("Not sent"));
  }
}

/** @param {string | undefined} card @param {boolean} isCurrent */
function face(card, isCurrent) {
  const element = document.createElement("span");
  element.className = card ? `card suit-${card[1]}` : "card is-slot";
  mark(element, "is-current", isCurrent);
  if (!card) return element;
  const figure = document.createElement("b");
  const sign = document.createElement("i");
  write(figure, card[0] === "T" ? "10" : card[0]);
  write(sign, SIGNS[/** @type {"s"} */ (card[1])]);
  element.append(figure, sign);
  return element;
}

/** @param {Element} copy @param {number} seat */
function paintPad(copy, seat) {
  const mine = typed(seat)?.cards ?? [];
  for (const key of all(copy, ".pad-key")) {
    const card = String(key.dataset.card);
    const isMine = mine.includes(card);
    const other = isMine ? 0 : holder(card, seat);
    mark(key, "is-mine", isMine);
    mark(key, "is-out", other > 0);
    if (other) key.setAttribute("title", fill(gettext("in seat %(seat)s's hand"), { seat: other }));
  }
}

/** Take the last card back of the hand that completed the settlement which is shown. @returns {boolean} */
function reopen() {
  if (!table().is_preview || ui.aside || !finished) return false;
  ui.aside = "hands";
  back();
  return true;
}

/** @param {KeyboardEvent} event @returns {boolean} */
export function keys({ key }) {
  if (!isOpen()) return key === "Backspace" && reopen();
  const letter = key.toLowerCase();
  if (key === "Backspace") back();
  else if (rank && "cdhs".includes(letter)) {
    const card = rank + letter;
    rank = "";
    enter(card);
  } else if (rank === "1" && key === "0") rank = "T";
  else if ("akqjt".includes(letter) || /^[1-9]$/.test(key)) rank = letter.toUpperCase();
  else return false;
  return true;
}
