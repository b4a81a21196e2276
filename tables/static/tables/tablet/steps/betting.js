/**
 * Wagers: chips go to the chosen spot of the lit seat at once, and to the server shortly after the last tap. After the
 * deal it is what was found: another wager, a hand dealt and not entered, one entered and not dealt (OPS 5.4).
 */

import { all, find, mark, nextStep, show, write } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { dropLeft, hearAnswers, isOnItsWay, isUnsent, noteSent } from "../answers.js";
import { amount } from "../money.js";
import { isPending, isUnderWay, send } from "../outbox.js";
import { follows, table } from "../page.js";
import { draft, saveDraft, ui } from "../store.js";

const PLACED = ["ante", "straight_flush", "flush"];
/** Chips above a limit lie on the felt, lifted or not: they stay. @type {import("../answers.js").Kind} */
const KIND = {
  act: "enter_wagers",
  name: "wagers",
  isChange: ({ found }) => found,
  isKeptUnsigned: ({ found }) => !found,
};
const PAUSE = 900;
let timer = 0;

/** Whether wagers are entered here: before the deal, or after it from the panel of what was found different. */
const isOpen = () => table().step === "betting" || ui.aside === "wagers";
const isFound = () => table().step !== "betting";

/** The seats that may wager; after the deal also those whose hand may have been forgotten. @returns {number[]} */
export function players() {
  const { round } = table();
  const seats = /** @type {import("../page.js").Seat[]} */ (table().seats);
  return seats
    .filter(({ state }) => state === "playing")
    .map(({ seat }) => seat)
    .filter((seat) => seat !== round.designated_player);
}

/** @param {number} seat @returns {Record<string, number>} */
const placed = (seat) => table().round.play.wagers[seat] ?? {};

/** @param {number} seat @returns {Record<string, number>} what stands there, with what was tapped since */
const wagers = (seat) => tapped(seat)?.amounts ?? placed(seat);

/**
 * What was tapped at a seat for what can be sent now: wagers before the deal are no findings after it.
 * @param {number} seat
 */
function tapped(seat) {
  const entry = draft().wagers[seat];
  return entry && entry.found === isFound() ? entry : null;
}

const tappedSeats = () => Object.keys(draft().wagers).map(Number).filter(tapped);

/** @param {Record<string, number>} amounts */
const total = (amounts) => PLACED.reduce((sum, spot) => sum + (amounts[spot] ?? 0), 0);

/** Whether the round has a hand at a seat. @param {number} seat */
const isDealtTo = (seat) => isFound() && Boolean(placed(seat).ante);

/** @param {number} seat @returns {boolean} whether its hand is to be taken out */
const isTakenOut = (seat) => Boolean(tapped(seat)?.removed);

/** @returns {number} the lit seat */
export function lit() {
  const seats = players();
  if (seats.includes(ui.seat)) return ui.seat;
  return seats.find((seat) => (isFound() ? isDealtTo(seat) : !total(wagers(seat)))) ?? seats[0] ?? 0;
}

/**
 * What is wrong with a seat's wagers, for the one in front of the screen; the server has the last word.
 * @param {number} seat
 */
function fault(seat) {
  const amounts = wagers(seat);
  const { figures, spots, rules } = table();
  if (!total(amounts) && isDealtTo(seat) && !isTakenOut(seat))
    return { spot: "ante", text: gettext("a hand that was dealt has an Ante") };
  if (!total(amounts)) return null;
  if (!amounts.ante) return { spot: "ante", text: gettext("a bonus needs an Ante") };
  if (isFound()) return null;
  for (const spot of PLACED) {
    const placedHere = amounts[spot] ?? 0;
    const limit = rules.limits[spot];
    const place = {
      spot: spots[spot][0],
      least: amount(limit?.min ?? 0, figures),
      most: amount(limit?.max ?? 0, figures),
    };
    if (placedHere && limit && placedHere < limit.min)
      return { spot, isLimit: true, text: fill(gettext("%(spot)s below %(least)s"), place) };
    if (placedHere && limit && placedHere > limit.max)
      return { spot, isLimit: true, text: fill(gettext("%(spot)s above %(most)s"), place) };
  }
  return null;
}

/** @param {number} seat @param {Record<string, number>} amounts @param {boolean} removed */
function change(seat, amounts, removed = false) {
  if (!seat) return;
  draft().wagers[seat] = { amounts, found: isFound(), removed };
  ui.seat = seat;
  saveDraft();
  clearTimeout(timer);
  if (!isFound()) timer = window.setTimeout(flush, PAUSE);
}

/**
 * Send what was tapped and can stand.
 * @param {Record<string, number>} said what the dealer says of one seat: `{seen: 4}` chips beyond the tracked stack,
 *   `{override: 4}` a limit that the floor lifts under signature
 */
export function flush(said = {}) {
  clearTimeout(timer);
  const { round } = table();
  const seats = tappedSeats().filter(
    (seat) => !isUnderWay(tapped(seat).sent) && isChanged(seat) && (!fault(seat) || said.override === seat),
  );
  if (!round || !seats.length) return;
  const removed = seats.filter(isTakenOut);
  const rows = seats
    .filter((seat) => !isTakenOut(seat))
    .map((seat) => {
      /** @type {Record<string, number | boolean>} */
      const row = {
        seat,
        ...Object.fromEntries(PLACED.filter((spot) => wagers(seat)[spot]).map((spot) => [spot, wagers(seat)[spot]])),
      };
      for (const word of Object.keys(said)) if (said[word] === seat) row[word] = true;
      return isFound() ? { ...row, found: true } : row;
    });
  const command = send("enter_wagers", {
    number: round.number,
    ...(rows.length ? { wagers: rows } : {}),
    ...(removed.length ? { removed } : {}),
  });
  noteSent(KIND, seats, command);
}

/** @param {number} seat */
const isChanged = (seat) => PLACED.some((spot) => (wagers(seat)[spot] ?? 0) !== (placed(seat)[spot] ?? 0));

/** @param {number} seat */
const isMissing = (seat) =>
  isChanged(seat) &&
  (isUnsent(KIND, tapped(seat)) || Boolean(tapped(seat) && fault(seat) && !isOnItsWay(tapped(seat))));

hearAnswers(KIND);

/** Send what a reload came upon before it was sent. */
export function resume() {
  if (table().step !== "betting" || !table().can_act) return;
  if (tappedSeats().some((seat) => !tapped(seat).refused && isChanged(seat))) timer = window.setTimeout(flush, PAUSE);
}

follows((data, before) => {
  if (!data.round) return;
  // What has become of no use: wagers of a betting that is over, and what the server has just so by another way.
  for (const [seat, entry] of Object.entries(draft().wagers)) {
    const isOver = before.step === "betting" && data.step !== "betting" && !entry.found;
    if (isOver || (!isUnderWay(entry.sent) && tapped(Number(seat)) && !isChanged(Number(seat))))
      delete draft().wagers[seat];
  }
});

/** Move the light; what was tapped at the seat before goes off. @param {number} seat */
export function light(seat) {
  flush();
  ui.seat = seat;
  ui.spot = "ante";
}

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  chip: ({ value }) => {
    const seat = lit();
    const amounts = wagers(seat);
    change(seat, { ...amounts, [ui.spot]: (amounts[ui.spot] ?? 0) + Number(value) });
  },
  spot: ({ spot }) => {
    ui.spot = spot;
  },
  "clear-spot": () => change(lit(), { ...wagers(lit()), [ui.spot]: 0 }),
  "take-back": () => change(lit(), {}),
  "take-out": () => change(lit(), {}, isDealtTo(lit())),
  "next-seat": () => step(1),
  "same-again": () => {
    flush();
    send("enter_wagers", { number: table().round.number, same_again: true });
  },
  "i-see": ({ seat }) => {
    flush({ seen: Number(seat) });
    if (ui.aside === "wagers") ui.aside = "";
  },
  override: () => flush({ override: lit() }),
};

/** @param {number} by */
function step(by) {
  const seats = players();
  const place = seats.indexOf(lit());
  if (seats.length) light(seats[(place + by + seats.length) % seats.length]);
}

export function next() {
  if (isFound()) {
    flush();
    ui.aside = "";
    return;
  }
  flush();
  send("deal", { number: table().round.number });
}

/** @param {Element} copy */
export function paint(copy) {
  const { round } = table();
  if (!round) return;
  dropLeft(KIND);
  for (const seat of tappedSeats()) paintOnFelt(copy, seat);
  if (!isOpen()) return;
  const view = /** @type {HTMLElement} */ (find(copy, isFound() ? "[data-view='wagers']" : "[data-view='step']"));
  const seat = lit();
  mark(find(copy, `#seat-${seat}`), "is-lit", true);
  paintSpots(view, seat);
  paintChips(view, seat);
  nextStep(view, label(), why());
  show(find(view, "[data-do='override']"), Boolean(fault(seat)?.isLimit));
  const again = find(view, "[data-do='same-again']");
  again?.toggleAttribute(
    "disabled",
    isPending("enter_wagers") || !players().some((other) => table().seats[other - 1].last_wagers),
  );
}

function label() {
  if (!isFound()) return table().next.label;
  const [seat, ...others] = tappedSeats().filter(isChanged);
  if (!seat || others.length) return gettext("Record what was found");
  if (isTakenOut(seat)) return fill(gettext("Take out the hand of seat %(seat)s"), { seat });
  return isDealtTo(seat) ? gettext("Record what was found") : fill(gettext("Add a hand for seat %(seat)s"), { seat });
}

/** @returns {string} */
function why() {
  const seats = players();
  if (!seats.length) return gettext("nobody is here to wager: tap a seat");
  for (const seat of seats) {
    const found = tapped(seat) && fault(seat);
    if (found) return fill(gettext("seat %(seat)s: %(what)s"), { seat, what: found.text });
  }
  if (isFound()) return seats.some(isChanged) ? "" : gettext("nothing is changed yet");
  if (!seats.some((seat) => total(wagers(seat)))) return gettext("nobody has an Ante yet");
  return tappedSeats().length || isPending() ? "" : table().next.blocked;
}

/** @param {Element} copy @param {number} seat */
function paintOnFelt(copy, seat) {
  const place = find(copy, `#seat-${seat}`);
  const { figures, seats } = table();
  if (!place || !seats[seat - 1]) return;
  const amounts = wagers(seat);
  for (const spot of PLACED) {
    const element = find(place, `[data-spot='${spot}']`);
    mark(element, "is-placed", Boolean(amounts[spot]));
    mark(element, "is-sending", isChanged(seat));
    write(find(place, `[data-spot='${spot}'] .spot-amount`), amounts[spot] ? amount(amounts[spot], figures) : "");
  }
  write(find(place, ".seat-chips"), amount(behind(seat), figures));
  const word = find(place, ".seat-word");
  mark(word, "is-unsent", isMissing(seat));
  if (isMissing(seat)) write(word, gettext("Not sent"));
  else if (amounts.ante && !isFound()) write(word, "");
}

/** @param {number} seat */
const behind = (seat) => table().seats[seat - 1].chips + total(placed(seat)) - total(wagers(seat));

/** @param {Element} view @param {number} seat */
function paintSpots(view, seat) {
  const { figures, rules, seats } = table();
  write(find(view, "[data-betting='title']"), seat ? fill(gettext("Seat %(seat)s"), { seat }) : gettext("No player"));
  write(find(view, "[data-betting='note']"), seat ? note(seat) : "");
  const found = seat ? fault(seat) : null;
  for (const spot of PLACED) {
    const element = find(view, `#bet-${spot}`) ?? find(view, `.bet-spot[data-spot='${spot}']`);
    const here = wagers(seat)[spot] ?? 0;
    const limit = rules.limits[spot];
    mark(element, "is-chosen", spot === ui.spot);
    mark(element, "is-placed", here > 0);
    mark(element, "is-wrong", found?.spot === spot);
    element?.setAttribute("aria-pressed", String(spot === ui.spot));
    write(find(view, `.bet-spot[data-spot='${spot}'] .bet-amount`), here ? amount(here, figures) : "");
    const range = limit ? `${amount(limit.min, figures)}\u2013${amount(limit.max, figures)}` : "";
    write(find(view, `.bet-spot[data-spot='${spot}'] .bet-limit`), range);
    element?.toggleAttribute("disabled", !seats[seat - 1]);
  }
}

/** @param {number} seat @returns {string} */
function note(seat) {
  const chips = { chips: amount(behind(seat), table().figures) };
  if (isTakenOut(seat)) return gettext("not dealt: everything of it goes back");
  if (isFound() && !isDealtTo(seat)) return fill(gettext("%(chips)s behind, no hand in this round"), chips);
  return fill(gettext("%(chips)s behind"), chips);
}

/** @param {Element} view @param {number} seat */
function paintChips(view, seat) {
  for (const key of all(
    view,
    ["chip", "clear-spot", "take-back", "take-out", "next-seat", "seat-menu"].map((key) => `[data-do='${key}']`).join(),
  )) {
    key.toggleAttribute("disabled", !seat);
  }
}

const SPOT_KEYS = { a: "ante", s: "straight_flush", f: "flush" };

/** @param {KeyboardEvent} event @returns {boolean} */
export function keys({ key }) {
  if (!isOpen()) return false;
  const chips = all(document, ".view:not([hidden]) [data-do='chip']");
  if (key === "ArrowRight") step(1);
  else if (key === "ArrowLeft") step(-1);
  else if (key in SPOT_KEYS) ui.spot = SPOT_KEYS[/** @type {"a"} */ (key)];
  else if (key === "Backspace") handlers["clear-spot"]();
  else if (key === "Delete") handlers[isFound() ? "take-out" : "take-back"]();
  else if (key === "g" && !isFound()) handlers["same-again"]();
  else if (chips[Number(key) - 1]) handlers.chip({ value: String(chips[Number(key) - 1].dataset.value) });
  else return false;
  return true;
}
