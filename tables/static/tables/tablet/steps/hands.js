/**
 * The pad: the last card of a hand sends it and moves on to the next hand that is needed (LOOK 1.3). The hand
 * being typed
 * stands large in the middle of the felt; a card that is wrong is tapped there or on the pad, then the right one (LOOK
 * 1.9).
 */

import { all, find, mark, nextStep, write } from "../../shared/dom.js";
import { fill, gettext, ngettext } from "../../shared/words.js";
import { faces, held, keyOf, nameOf, putIn, rankName, split, takeOut } from "../cards.js";
import { paintLarge } from "../large_hand.js";
import { isUnderWay, onAnswer, send } from "../outbox.js";
import { follows, table } from "../page.js";
import { draft, saveDraft, ui } from "../store.js";

/** @typedef {{cards: string[], sent?: string, refused?: boolean, again?: boolean}} Hand A free slot is empty. */

/** How many cards make a hand. @returns {number} */
const size = () => table().hand_size;
const isOpen = () => (table().step === "hands" && !ui.aside) || ui.aside === "hands";

/** The seat whose hand is opened by a tap, whether it is needed or not. */
let opened = 0;
/**
 * The hand finished last: it stays in the middle, and backspace takes its last card back.
 * @type {?{seat: number, cards: string[]}}
 */
let finished = null;
/** A rank typed on the keyboard, waiting for its suit. */
let rank = "";

/** @param {number} seat @returns {?Hand} */
const typed = (seat) => draft().hands[seat] ?? null;

/** @param {number} seat @returns {string[]} the hand that the server has */
const entered = (seat) => split(table().round.play.hands[seat] ?? "");

/** @param {number} seat @returns {string[]} the hand as far as anybody knows it, with its free slots */
const slotsOf = (seat) => typed(seat)?.cards ?? entered(seat);

/** @param {string[]} slots */
const isWhole = (slots) => held(slots).length === size();

/** Whether a hand is complete here and not refused. @param {number} seat */
const isDone = (seat) => Boolean(typed(seat)?.sent && isWhole(typed(seat)?.cards ?? []) && !typed(seat)?.refused);

/** Everybody whose hand counts, as they are needed. @returns {number[]} */
const needed = () => table().round.hands_needed.filter((/** @type {number} */ seat) => !isDone(seat));

/** @returns {number} the seat whose hand is being entered */
const current = () => opened || needed()[0] || 0;

/** Open a hand, whether to enter it or to put a card of it right; its cards are taken up. @param {number} seat */
export function open(seat) {
  dropHalf();
  opened = seat;
  rank = "";
  finished = null;
  // While the settlement is shown, the pad stands in front of it.
  if (table().is_preview) ui.aside = seat ? "hands" : "";
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

/** A tap on a seat opens its hand, and a second one leaves it as the server has it. @param {number} seat */
export function tap(seat) {
  open(opened === seat ? 0 : seat);
}

/** Drop a hand that was begun anew and left half typed: the server has the whole one, which is settled (LOOK 1.10). */
function dropHalf() {
  const hand = opened ? typed(opened) : null;
  if (hand?.again && !hand.sent && opened in table().round.play.hands) delete draft().hands[opened];
  saveDraft();
}

/** @param {number} seat @param {string[]} cards what is typed in the place of what is in, or on its way */
function type(seat, cards) {
  const isAgain = opened === seat && (entered(seat).length > 0 || typed(seat)?.again || typed(seat)?.sent);
  draft().hands[seat] = isAgain ? { cards, again: true } : { cards };
  saveDraft();
}

/** Where a card already lies. @param {string} card @param {number} seat @returns {number} the other seat, or 0 */
function holder(card, seat) {
  const { play } = table().round;
  const others = new Set([...Object.keys(play.hands), ...Object.keys(draft().hands)].map(Number));
  others.delete(seat);
  for (const other of others) if (slotsOf(other).includes(card)) return other;
  return 0;
}

/** A card that is tapped on the pad comes in; one of the hand being typed goes out. @param {string} card */
function tapCard(card) {
  const seat = current();
  if (seat && slotsOf(seat).includes(card)) type(seat, takeOut(slotsOf(seat), card));
  else enter(card);
}

/** @param {string} card */
function enter(card) {
  const seat = current();
  if (!seat) return;
  const slots = slotsOf(seat);
  const other = slots.includes(card) ? seat : holder(card, seat);
  if (!keyOf(card)) say(fill(gettext("%(card)s is not in this deck."), { card: nameOf(card) }));
  else if (other) refuse(card, seat, other);
  else if (isWhole(slots)) say(fill(gettext("Seat %(seat)s: tap the card that is wrong first."), { seat }));
  else {
    type(seat, putIn(slots, card));
    if (isWhole(slotsOf(seat))) finish(seat);
  }
}

/** @param {string} text @param {object[]} [ways] */
function say(text, ways = []) {
  ui.notice = { text, ways };
}

/** @param {number} seat */
function finish(seat) {
  const cards = slotsOf(seat);
  const command = send("enter_hands", { number: table().round.number, hands: [{ seat, cards: cards.join("") }] });
  draft().hands[seat] = { cards, sent: command };
  finished = { seat, cards };
  opened = 0;
  if (ui.aside === "hands") ui.aside = "";
  saveDraft();
}

/** @param {string} card @param {number} seat @param {number} other */
function refuse(card, seat, other) {
  const place = { card: nameOf(card), seat: other };
  if (other === seat) {
    say(fill(gettext("%(card)s is already in this hand."), place));
    return;
  }
  say(fill(gettext("%(card)s is already in seat %(seat)s's hand."), place), [
    { do: "retake", label: gettext("Retake here"), data: { seat } },
    { do: "retake", label: fill(gettext("Retake seat %(seat)s"), place), data: { seat: other } },
    { do: "call-floor", label: gettext("Call the floor"), data: {} },
  ]);
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
    else if (isFirst && hand.again && !isWhole(hand.cards)) open(Number(seat));
  }
}

function back() {
  const seat = current();
  const last = seat ? held(slotsOf(seat)).at(-1) : undefined;
  if (rank) rank = "";
  else if (last) type(seat, takeOut(slotsOf(seat), last));
  else if (finished) {
    opened = finished.seat;
    type(opened, takeOut(finished.cards, finished.cards[size() - 1]));
    finished = null;
  }
}

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  card: ({ card }) => tapCard(card),
  "hand-card": ({ seat, card }) => {
    const number = Number(seat);
    if (number !== current()) open(number);
    type(number, takeOut(slotsOf(number), card));
  },
  "card-back": back,
  "clear-hand": () => {
    rank = "";
    const seat = current();
    if (seat) type(seat, []);
  },
  retake: ({ seat }) => {
    open(Number(seat));
    type(Number(seat), []);
  },
};

export function next() {
  const seat = current();
  // A hand that could not be entered is tried again with what the table is now.
  if (isRefused(seat)) finish(seat);
}

/** Whether a whole hand was refused and waits for the dealer. @param {number} seat */
const isRefused = (seat) => Boolean(typed(seat)?.refused && isWhole(slotsOf(seat)));

/** @param {Element} copy */
export function paint(copy) {
  if (!table().is_showdown) return;
  if (table().is_preview && opened && !isOpen()) leave();
  for (const seat of Object.keys(draft().hands)) paintHand(copy, Number(seat));
  // The last hand stays in the middle beside the settlement it has completed.
  if (table().is_preview && !ui.aside) paintMiddle(copy, 0);
  if (!isOpen()) return;
  const seat = current();
  mark(find(copy, `#seat-${seat}`), "is-lit", true);
  if (seat) paintHand(copy, seat);
  paintMiddle(copy, seat);
  paintPad(copy, seat);
  const view = /** @type {HTMLElement} */ (find(copy, `[data-view='${ui.aside || "step"}']`));
  write(find(view, "[data-pad='status']"), status(seat));
  if (isRefused(seat)) nextStep(view, gettext("Send the hand again"), "");
  else nextStep(view, table().next.label, why());
}

/**
 * The hand being typed, or the one finished last until the next is begun. @param {Element} copy @param {number}
 * seat
 */
function paintMiddle(copy, seat) {
  const isTyping = seat > 0 && (opened > 0 || held(slotsOf(seat)).length > 0);
  const shown = isTyping ? seat : (finished?.seat ?? seat);
  if (!shown) return;
  const place = find(copy, `#seat-${shown} .hand`);
  const isIn = !typed(shown) && entered(shown).length > 0;
  paintLarge(copy, {
    seat: shown,
    slots: slotsOf(shown),
    size: size(),
    words: isIn ? (place?.getAttribute("title") ?? "") : progress(shown),
    note: isIn ? (place?.dataset.note ?? "") : "",
    isIn,
    isTyped: shown === seat,
  });
}

/** What is to be said of a hand that the server does not have. @param {number} seat @returns {string} */
function progress(seat) {
  if (isUnderWay(typed(seat)?.sent ?? "")) return gettext("Sending");
  if (isRefused(seat)) return gettext("Not sent");
  const count = held(slotsOf(seat)).length;
  return slotsOf(seat).includes("") || typed(seat)?.again
    ? gettext("Tap the right card.")
    : fill(gettext("%(count)s of %(size)s cards"), { count, size: size() });
}

/** @param {number} seat @returns {string} */
function status(seat) {
  if (!seat) return gettext("All hands are in");
  const slots = slotsOf(seat);
  const place = { seat, card: held(slots).length + 1, size: size(), rank: rankName(rank) };
  if (rank) return fill(gettext("Seat %(seat)s: %(rank)s of …"), place);
  if (isWhole(slots)) return fill(gettext("Seat %(seat)s: tap a card that is wrong"), place);
  return fill(gettext("Seat %(seat)s: card %(card)s of %(size)s"), place);
}

/** @returns {string} */
function why() {
  if (table().is_preview) return gettext("type the hand anew, or go back to the settlement");
  const seats = needed();
  if (!seats.length)
    return opened && typed(opened) ? fill(gettext("seat %(seats)s: hand needed"), { seats: opened }) : "";
  const values = { seats: seats.join(", ") };
  return fill(ngettext("seat %(seats)s: hand needed", "seats %(seats)s: hand needed", seats.length), values);
}

/** Slots, filled in the order of the typing. @param {Element} copy @param {number} seat */
function paintHand(copy, seat) {
  const hand = typed(seat);
  const isBeingEntered = isOpen() && seat === current();
  const place = find(copy, `#seat-${seat} .hand`);
  if (!place || (!hand && (!isBeingEntered || entered(seat).length))) return;
  place.replaceChildren(...faces(hand?.cards ?? [], size(), isBeingEntered));
  const word = find(copy, `#seat-${seat} .seat-word`);
  if (hand?.sent && isUnderWay(hand.sent)) {
    mark(word, "is-sending", true);
    write(word, gettext("Sending"));
  } else if (hand?.refused) {
    mark(word, "is-unsent", true);
    write(word, gettext("Not sent"));
  }
}

/** @param {Element} copy @param {number} seat */
function paintPad(copy, seat) {
  const mine = seat ? slotsOf(seat) : [];
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
