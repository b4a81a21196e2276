/** Offering the bank, clockwise (OPS 3.1): declines are collected, and go with whoever accepts as one act. */

import { amountKey, paintAmount, suggest } from "./amount.js";
import { all, find, mark, nextStep, write } from "./dom.js";
import { amount } from "./money.js";
import { send } from "./outbox.js";
import { follows, table } from "./page.js";
import { draft, saveDraft, ui } from "./store.js";
import { fill, gettext } from "./words.js";

const isOffering = () => ["offer", "stopped"].includes(table().step);
const hasStopped = () => table().step === "stopped";

/** The seats in the order of the offers, those included who have answered. @returns {number[]} */
function order() {
  const { answers, remaining } = table().designation;
  return [...new Set([...answers.map((answer) => answer.seat), ...remaining])];
}

/** Whether a seat has to be asked before the offer may pass on. @param {number} seat */
function hasToBeAsked(seat) {
  const { seats, designation } = table();
  return !(seat in designation.ineligible) && !seats[seat - 1].standing_decline;
}

const hasDeclined = (seat) => draft().offers.includes(seat);

/** The seat that is asked now. @returns {number} */
function asked() {
  const eligible = order().filter((seat) => !(seat in table().designation.ineligible));
  if (ui.to && eligible.includes(ui.to) && !hasDeclined(ui.to)) return ui.to;
  if (hasStopped()) return 0;
  return table().designation.remaining.find((seat) => hasToBeAsked(seat) && !hasDeclined(seat)) ?? 0;
}

/** Why a later seat cannot be asked yet: somebody before it has not answered. @param {number} seat */
const isBeforeNext = (seat) => {
  const seats = hasStopped() ? order() : table().designation.remaining;
  return seats.slice(0, seats.indexOf(seat)).every((other) => hasStopped() || !hasToBeAsked(other) || hasDeclined(other));
};

let suggestedFor = "";

function suggestBank() {
  const seat = asked();
  const mark_ = `${table().table.last_round}:${table().version}:${seat}`;
  if (mark_ === suggestedFor) return;
  suggestedFor = mark_;
  suggest(table().designation.suggested_bank?.[seat] ?? 0);
}

follows((data, before) => {
  if (!isOffering() || data.version !== before.version) {
    ui.to = 0;
    suggestedFor = "";
  }
});

/** Every offer that goes before this seat, as the server takes them. @param {number} seat */
function before(seat) {
  const seats = hasStopped() ? order() : table().designation.remaining;
  const ahead = seat ? seats.slice(0, seats.indexOf(seat)) : seats;
  return ahead.filter(hasToBeAsked).map((other) => ({ seat: other, answer: "declined" }));
}

export const handlers = {
  "offer-seat": ({ seat }) => {
    const number = Number(seat);
    const place = draft().offers.indexOf(number);
    if (place >= 0) draft().offers.splice(place);
    ui.to = place < 0 && isBeforeNext(number) ? number : 0;
    suggestedFor = "";
    saveDraft();
  },
  decline: () => {
    const seat = asked();
    if (!seat || hasStopped()) return;
    ui.to = 0;
    draft().offers.push(seat);
    saveDraft();
    if (!asked()) send("offer_designation", { offers: before(0) });
  },
};

export function next() {
  const seat = asked();
  send("open_round", { offers: [...before(seat), { seat, answer: "accepted", bank: ui.amount }] });
}

/** @param {Element} copy */
export function paint(copy) {
  if (!isOffering()) return;
  suggestBank();
  const view = /** @type {HTMLElement} */ (find(copy, "[data-view='step']"));
  const { designation, figures, rules } = table();
  const seat = asked();
  for (const key of all(view, ".offer-seat")) paintSeat(key, seat);
  if (!ui.aside) mark(find(copy, `#seat-${seat}`), "is-lit", true);
  const most = designation.most_bank?.[seat] ?? 0;
  const least = rules.designation.min_bank;
  if (seat) write(find(view, "[data-offer='title']"), fill(gettext("The bank is offered to seat %(seat)s"), { seat }));
  const range = { least: amount(least, figures), most: amount(most, figures) };
  paintAmount(view, most, seat ? fill(gettext("up to %(most)s"), range) : "");
  nextStep(view, label(seat, amount(ui.amount, figures)), why(seat, most, range));
}

/** @param {number} seat @param {string} bank */
function label(seat, bank) {
  return seat ? fill(gettext("Seat %(seat)s takes the bank %(bank)s"), { seat, bank }) : gettext("Takes the bank");
}

/** @param {number} seat @param {number} most @param {{least: string, most: string}} range */
function why(seat, most, range) {
  const { designation, next: step, rules } = table();
  if (!seat) return order().length ? step.blocked || gettext("choose who takes the bank") : gettext("nobody can take the bank yet");
  if (ui.amount > most) return fill(gettext("seat %(seat)s: bank above %(most)s"), { seat, ...range });
  if (ui.amount % rules.chip_unit) return fill(gettext("seat %(seat)s: bank in whole chips"), { seat });
  return designation.stopped && !order().length ? step.blocked : "";
}

/** @param {HTMLElement} key @param {number} seat */
function paintSeat(key, seat) {
  const number = Number(key.dataset.seat);
  if (key.getAttribute("aria-disabled")) return;
  mark(key, "is-next", number === seat);
  mark(key, "is-declined", key.classList.contains("is-declined") || hasDeclined(number));
  const word = find(key, ".offer-word");
  if (number === seat) write(word, gettext("asked now"));
  else if (hasDeclined(number)) write(word, gettext("declined"));
  else if (table().seats[number - 1].standing_decline) write(word, gettext("standing"));
  else if (key.classList.contains("is-next") || word?.textContent === gettext("asked now")) write(word, "");
}

/** @param {KeyboardEvent} event @returns {boolean} */
export function keys({ key }) {
  if (!isOffering()) return false;
  if (key === "d" || key === "D") handlers.decline();
  else return amountKey(key);
  return true;
}
