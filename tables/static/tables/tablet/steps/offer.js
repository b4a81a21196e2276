/** Offering the bank, clockwise (OPS 3.1): declines are collected, and go with the seat that accepts as one act. */

import { all, find, mark, nextStep, write } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { amountKey, paintAmount, suggest } from "../amount.js";
import { amount } from "../money.js";
import { send } from "../outbox.js";
import { follows, table } from "../page.js";
import { draft, saveDraft, ui } from "../store.js";

/** Whether the bank is offered here: before a round, or once more after a player has taken it. */
const isOffering = () => ["offer", "stopped"].includes(table().step) || isAgain();
const isAgain = () => ui.aside === "offer" && table().step === "opening";
const hasStopped = () => table().step === "stopped";

/**
 * The seats in the order of the offers, those included who have answered; the one with the button comes last.
 * @returns {number[]}
 */
function order() {
  const {
    designation,
    table: { button },
  } = table();
  const answered = designation.answers.map((/** @type {{seat: number}} */ { seat }) => seat);
  const seats = [...new Set([...answered, ...designation.remaining])];
  return isAgain() && seats.includes(button) ? [...seats.filter((seat) => seat !== button), button] : seats;
}

/** The seats that have not answered in the offers under way. @returns {number[]} */
const waiting = () => (isAgain() ? order() : table().designation.remaining);

/** Whether a seat has to be asked before the offer may pass on. @param {number} seat */
function hasToBeAsked(seat) {
  const { seats, designation } = table();
  return !(seat in designation.ineligible) && !seats[seat - 1].standing_decline;
}

/** @param {number} seat @returns {boolean} */
const hasDeclined = (seat) => draft().offers.includes(seat);

/** The seat that is asked now. @returns {number} */
function asked() {
  const eligible = order().filter((seat) => !(seat in table().designation.ineligible));
  if (ui.to && eligible.includes(ui.to) && !hasDeclined(ui.to)) return ui.to;
  if (hasStopped()) return 0;
  return waiting().find((seat) => hasToBeAsked(seat) && !hasDeclined(seat)) ?? 0;
}

/**
 * Whether it can be a seat's turn: nobody before it has still to be asked, or play has stopped.
 * @param {number} seat
 */
const mayBeAsked = (seat) => hasStopped() || ahead(seat).every((other) => !hasToBeAsked(other) || hasDeclined(other));

/** @param {number} seat */
const ahead = (seat) => waiting().slice(0, waiting().indexOf(seat));

let suggestedFor = "";

/** A bank that was typed for the seat stays; it gives way only to another seat, another round, another form. */
function suggestBank() {
  const seat = asked();
  const mark_ = `${table().table.last_round}:${seat}`;
  if (mark_ === suggestedFor && ui.touched) return;
  suggestedFor = mark_;
  suggest(table().designation.suggested_bank?.[seat] ?? 0);
}

follows((data, before) => {
  if (!isOffering() || data.version !== before.version) ui.to = 0;
});

/** The declines that go before a seat's answer. @param {number[]} seats */
const declines = (seats) =>
  hasStopped() ? [] : seats.filter(hasToBeAsked).map((seat) => ({ seat, answer: "declined" }));

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  "offer-seat": ({ seat }) => {
    const number = Number(seat);
    const place = draft().offers.indexOf(number);
    if (place >= 0) draft().offers.splice(place);
    ui.to = place < 0 && mayBeAsked(number) ? number : 0;
    saveDraft();
  },
  decline: () => {
    const seat = asked();
    if (!seat || hasStopped()) return;
    ui.to = 0;
    draft().offers.push(seat);
    saveDraft();
    if (!asked()) send("offer_designation", { offers: declines(waiting()) });
  },
};

export function next() {
  const seat = asked();
  send("open_round", { offers: [...declines(ahead(seat)), { seat, answer: "accepted", bank: ui.amount }] });
  ui.aside = "";
}

/** @param {Element} copy */
export function paint(copy) {
  // The amount belongs to the form that is open: a seat's, while its menu lies over the offer.
  if (ui.aside === "seat") suggestedFor = "";
  if (!isOffering() || (ui.aside && !isAgain())) return;
  suggestBank();
  const view = /** @type {HTMLElement} */ (find(copy, isAgain() ? "[data-view='offer']" : "[data-view='step']"));
  const { designation, figures } = table();
  const seat = asked();
  for (const key of all(view, ".offer-seat")) paintSeat(key, seat);
  mark(find(copy, `#seat-${seat}`), "is-lit", true);
  const most = designation.most_bank?.[seat] ?? 0;
  const least = designation.least_bank ?? 0;
  if (seat) write(find(view, "[data-offer='title']"), fill(gettext("The bank is offered to seat %(seat)s"), { seat }));
  const range = { least: amount(least, figures), most: amount(most, figures) };
  paintAmount(view, most, seat ? fill(ui.touched ? gettext("from %(least)s to %(most)s") : suggestion(), range) : "");
  nextStep(view, label(seat, amount(ui.amount, figures)), why(seat, most, range));
}

/** What is said of an amount that nobody has typed yet. */
const suggestion = () => gettext("a suggestion: type another, %(least)s to %(most)s");

/** @param {number} seat @param {string} bank */
function label(seat, bank) {
  return seat ? fill(gettext("Seat %(seat)s takes the bank %(bank)s"), { seat, bank }) : gettext("Takes the bank");
}

/** @param {number} seat @param {number} most @param {{least: string, most: string}} range */
function why(seat, most, range) {
  const { designation, next: step, rules } = table();
  if (!seat)
    return order().length
      ? step.blocked || gettext("choose who takes the bank")
      : gettext("nobody can take the bank yet");
  if (ui.amount < designation.least_bank)
    return fill(gettext("seat %(seat)s: the bank is at least %(least)s"), { seat, ...range });
  if (ui.amount > most) return fill(gettext("seat %(seat)s: bank above %(most)s"), { seat, ...range });
  if (ui.amount % rules.chip_unit) return fill(gettext("seat %(seat)s: bank in whole chips"), { seat });
  return designation.stopped && !order().length ? step.blocked : "";
}

/** @param {HTMLElement} key @param {number} seat */
function paintSeat(key, seat) {
  const number = Number(key.dataset.seat);
  if (key.getAttribute("aria-disabled")) return;
  mark(key, "is-next", number === seat);
  mark(key, "is-declined", hasDeclined(number) || (key.classList.contains("is-declined") && !isAgain()));
  const word = find(key, ".offer-word");
  if (number === seat) write(word, gettext("asked now"));
  else if (hasDeclined(number)) write(word, gettext("declined"));
  else if (table().seats[number - 1].standing_decline) write(word, gettext("standing"));
  else if (key.classList.contains("is-next") || word?.textContent === gettext("asked now")) write(word, "");
}

/** @param {KeyboardEvent} event @returns {boolean} */
export function keys({ key }) {
  if (!isOffering() || (ui.aside && !isAgain())) return false;
  if (key === "d" || key === "D") handlers.decline();
  else return amountKey(key);
  return true;
}
