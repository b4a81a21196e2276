/**
 * Decisions: a tap chooses, a second tap elsewhere changes; the showdown begins with the last decision (LOOK 1.12).
 */

import { all, find, mark, nextStep, press, write } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { amountKey, paintAmount, suggest } from "../amount.js";
import { dropLeft, hearAnswers, isUnsent, noteSent } from "../answers.js";
import { amount } from "../money.js";
import { isUnderWay, send } from "../outbox.js";
import { follows, table } from "../page.js";
import { draft, saveDraft, ui } from "../store.js";

/** @type {import("../answers.js").Kind} */
const KIND = {
  act: "enter_decisions",
  name: "decisions",
  isChange: ({ step }) => step !== "decisions",
  isKeptUnsigned: () => false,
};
const PAUSE = 700;
let timer = 0;

const isOpen = () => table().step === "decisions" || ui.aside === "decisions";
const isOther = () => ui.aside === "other-raise";

/** The players of the round in the order of the deal. @returns {number[]} */
const players = () =>
  table().round.deal_order.filter((/** @type {number} */ seat) => seat !== table().round.designated_player);

/** @param {number} seat @returns {?{decision: string, raise?: number}} */
const made = (seat) => tapped(seat)?.decision ?? table().round.play.decisions[seat] ?? null;

/** What was tapped at this step; what was left over from an earlier one does not count. @param {number} seat */
function tapped(seat) {
  const entry = draft().decisions[seat];
  return entry && entry.step === table().step ? entry : null;
}

/** @param {number} seat @returns {boolean} whether the server does not have it yet */
function isNew(seat) {
  const decision = tapped(seat)?.decision;
  if (!decision) return false;
  const known = table().round.play.decisions[seat];
  return !known || known.decision !== decision.decision || (known.raise ?? 0) !== (decision.raise ?? 0);
}

/** @param {number} seat */
const isMissing = (seat) => isNew(seat) && isUnsent(KIND, tapped(seat));

const undecided = () => players().filter((seat) => !made(seat));

/** Whether nobody has still to decide, as far as anybody knows here. @returns {boolean} */
export const allDecided = () => !undecided().length;

/** @returns {number} */
const lit = () => (players().includes(ui.seat) ? ui.seat : (undecided()[0] ?? players()[0] ?? 0));

/** @param {number} seat @param {string} choice @param {number} raise */
function decide(seat, choice, raise) {
  const decision = choice === "fold" || choice === "walk_away" ? { decision: choice } : { decision: "raise", raise };
  draft().decisions[seat] = { decision, step: table().step };
  ui.seat = seat;
  saveDraft();
  flushSoon();
}

/** After a pause in which another tap takes the place of the last one. */
function flushSoon() {
  clearTimeout(timer);
  if (table().step === "decisions") timer = window.setTimeout(flush, PAUSE);
}

/** Send the decisions the server does not have yet. @param {number[]} seen */
function flush(seen = []) {
  clearTimeout(timer);
  const { round } = table();
  const seats = players().filter((seat) => isNew(seat) && !isUnderWay(tapped(seat)?.sent));
  if (!round || !seats.length) return;
  const rows = seats.map((seat) => ({ seat, ...made(seat), ...(seen.includes(seat) ? { seen: true } : {}) }));
  const command = send("enter_decisions", { number: round.number, decisions: rows });
  noteSent(KIND, seats, command);
}

hearAnswers(KIND);

/** Send what a reload came upon before it was sent. */
export function resume() {
  if (table().step !== "decisions" || !table().can_act) return;
  if (players().some((seat) => isNew(seat) && !tapped(seat)?.refused)) flushSoon();
}

follows((data) => {
  if (!data.round) return;
  for (const [seat, entry] of Object.entries(draft().decisions)) {
    if (entry.step === data.step && !isUnderWay(entry.sent) && !isNew(Number(seat))) delete draft().decisions[seat];
  }
});

/** @param {number} seat @returns {number} */
const ante = (seat) => table().round.play.wagers[seat]?.ante ?? 0;
const largest = () => Math.max(...Object.values(table().rules.terms.raise_caps));

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  decide: ({ seat, choice, amount: raise }) => decide(Number(seat), choice, Number(raise)),
  "all-once": () => {
    for (const seat of undecided()) {
      draft().decisions[seat] = { decision: { decision: "raise", raise: ante(seat) }, step: table().step };
    }
    saveDraft();
    flushSoon();
  },
  "other-raise": ({ seat }) => {
    ui.seat = Number(seat);
    ui.aside = "other-raise";
    suggest(made(ui.seat)?.raise ?? ante(ui.seat));
  },
  "raise-next": () => {
    ui.aside = table().step === "decisions" ? "" : "decisions";
    decide(ui.seat, "other", ui.amount);
  },
  "i-see-raise": ({ seat }) => {
    flush([Number(seat)]);
    if (ui.aside === "decisions") ui.aside = "";
  },
};

export function next() {
  flush();
  ui.aside = "";
}

/** Every seat whose tapped decision is not at the server. @param {Element} copy */
function paintOnFelt(copy) {
  const { figures, spots } = table();
  for (const seat of players()) {
    const place = find(copy, `#seat-${seat}`);
    const decision = tapped(seat)?.decision;
    if (!place || !decision) continue;
    const spot = find(place, "[data-spot='raise']");
    mark(spot, "is-placed", Boolean(decision.raise));
    mark(spot, "is-sending", isNew(seat));
    const state = find(place, ".seat-word");
    mark(state, "is-sending", isNew(seat) && !isMissing(seat));
    mark(state, "is-unsent", isMissing(seat));
    write(find(place, "[data-spot='raise'] .spot-name"), spots.raise[1]);
    write(find(place, "[data-spot='raise'] .spot-amount"), decision.raise ? amount(decision.raise, figures) : "");
    mark(place, "tone-busy", false);
    write(state, isMissing(seat) ? gettext("Not sent") : word(decision.decision));
  }
}

/** @param {string} decision */
const word = (decision) =>
  ({ fold: gettext("Folded"), walk_away: gettext("Walked away"), raise: gettext("Stays in") })[decision] ?? "";

/** @param {Element} copy */
export function paint(copy) {
  const { round, step } = table();
  if (!round?.play.decisions || !(step === "decisions" || table().is_showdown)) return;
  dropLeft(KIND);
  paintOnFelt(copy);
  if (isOther()) paintOther(/** @type {HTMLElement} */ (find(copy, "[data-view='other-raise']")), copy);
  if (!isOpen() || isOther()) return;
  const view = /** @type {HTMLElement} */ (
    find(copy, step === "decisions" ? "[data-view='step']" : "[data-view='decisions']")
  );
  mark(find(copy, `#seat-${lit()}`), "is-lit", true);
  for (const seat of players()) paintRow(view, seat);
  find(view, "[data-do='all-once']")?.toggleAttribute("disabled", !undecided().length);
  if (step !== "decisions")
    nextStep(view, gettext("Record the change"), players().some(isNew) ? "" : gettext("nothing is changed yet"));
  else nextStep(view, table().next.label, waiting());
}

/** @returns {string} */
function waiting() {
  const seats = undecided();
  if (!seats.length) return "";
  return fill(seats.length > 1 ? gettext("seats %(seats)s: to decide") : gettext("seat %(seats)s: to decide"), {
    seats: seats.join(", "),
  });
}

/** @param {Element} view @param {number} seat */
function paintRow(view, seat) {
  const row = find(view, `.decision[data-seat='${seat}']`);
  if (!row) return;
  const decision = made(seat);
  const { figures } = table();
  mark(row, "is-lit", seat === lit());
  let chosen = "";
  for (const key of all(row, ".choice")) {
    const { choice, amount: raise } = key.dataset;
    const isIt = decision?.decision === "raise" ? Number(raise) === decision.raise : choice === decision?.decision;
    press(key, isIt);
    if (isIt) chosen = String(choice);
  }
  const other = find(row, "[data-choice='other']");
  const isOtherAmount = decision?.decision === "raise" && !chosen;
  press(other, isOtherAmount);
  write(find(row, "[data-choice='other'] small"), isOtherAmount ? amount(decision.raise ?? 0, figures) : "");
  write(
    find(row, ".decision-made"),
    decision?.raise ? amount(decision.raise, figures) : decision ? word(decision.decision) : "",
  );
}

/** @param {HTMLElement} view @param {Element} copy */
function paintOther(view, copy) {
  const { figures, rules } = table();
  const seat = ui.seat;
  const least = ante(seat);
  const most = least * largest();
  const range = { seat, least: amount(least, figures), most: amount(most, figures) };
  mark(find(copy, `#seat-${seat}`), "is-lit", true);
  write(find(view, "[data-raise-title]"), fill(gettext("Another Raise for seat %(seat)s"), range));
  write(find(view, "[data-raise-note]"), fill(gettext("From %(least)s, the Ante, to %(most)s"), range));
  paintAmount(
    view,
    most,
    ui.amount > most ? gettext("above the largest Raise: the rest goes back at the showdown") : "",
  );
  const why =
    ui.amount < least
      ? fill(gettext("seat %(seat)s: Raise below %(least)s"), range)
      : ui.amount % rules.chip_unit
        ? gettext("in whole chips")
        : "";
  nextStep(view, fill(gettext("Raise %(amount)s"), { amount: amount(ui.amount, figures) }), why);
}

const CHOICE_KEYS = { f: "fold", w: "walk_away", 1: "1", 2: "2", 3: "3" };

/** @param {KeyboardEvent} event @returns {boolean} */
export function keys({ key }) {
  if (isOther()) return amountKey(key);
  if (!isOpen()) return false;
  const seats = players();
  const place = seats.indexOf(lit());
  if (key === "ArrowDown" || key === "ArrowRight") ui.seat = seats[(place + 1) % seats.length];
  else if (key === "ArrowUp" || key === "ArrowLeft") ui.seat = seats[(place - 1 + seats.length) % seats.length];
  else if (key === "o") handlers["other-raise"]({ seat: String(lit()) });
  else if (key === "*" || key === "x") handlers["all-once"]();
  else if (key in CHOICE_KEYS) {
    const seat = lit();
    const choice = CHOICE_KEYS[/** @type {"f"} */ (key)];
    decide(seat, choice, Number(choice) * ante(seat));
    ui.seat = undecided()[0] ?? seat;
  } else return false;
  return true;
}
