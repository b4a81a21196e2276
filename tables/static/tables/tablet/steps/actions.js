/**
 * What players do in turn: one touch an action, sent at once; an amount of their own waits for the next-step button.
 * While an action is on its way the table shows it, and the keys wait: whose turn is next is the server's to say.
 */

import { all, find, mark, nextStep, press, write } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { amountKey, paintAmount, suggest } from "../amount.js";
import { isUp } from "../clock.js";
import { amount } from "../money.js";
import { isWaiting, send, underWay } from "../outbox.js";
import { follows, table } from "../page.js";
import { draft, saveDraft, ui } from "../store.js";

/** A tap sooner than this after the turn has passed on was meant for the one before. */
const TOO_SOON = 250;
let turned = 0;
/** The moment for which the amount is being typed. */
let begun = "";

const isOpen = () => ["action", "exchange"].includes(table().step) && !ui.aside;
const isEntering = () => isOpen() && table().step === "action";

/**
 * Where the hand stands, so that what was typed for one moment is not taken for another.
 * @param {Record<string, any>} data
 */
const moment = ({ round }) => (round?.play.actions ? `${round.number}:${round.play.actions.length}:${round.turn}` : "");

/** @typedef {{do: string, least: number, most: number, step: number}} Option What can be done, within which amounts. */
/** @typedef {{seat: number, do: string, amount?: number, count?: number}} Action */

/** The bet, raise or opening that is possible now. @returns {?Option} */
const bet = () =>
  table().round.options.find((/** @type {Option} */ option) => option.most && option.do !== "exchange") ?? null;

/** The actions on their way. @returns {?{actions?: Action[], take_back?: number}} */
const sending = () => underWay("take_actions")[0]?.input ?? null;

/** The action on its way, as it was tapped. @returns {?Action} */
const sent = () => sending()?.actions?.[0] ?? null;

follows((data, before) => {
  if (before.step && moment(data) !== moment(before)) turned = performance.now();
});

/** Begin the amount of a turn anew, or take up what was typed for it, after a reload or another panel too. */
function begin() {
  const at = isEntering() ? moment(table()) : "";
  if (at && at !== begun) {
    const { bet: kept } = draft();
    suggest(kept?.at === at ? kept.amount : 0);
    ui.touched = kept?.at === at;
  }
  begun = at;
}

/** @param {string} word @param {Record<string, number>} [more] */
function act(word, more = {}) {
  const { round } = table();
  if (sending() || round.turn === null) return;
  send("take_actions", { number: round.number, actions: [{ seat: round.turn, do: word, ...more }] });
}

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  take: ({ action, amount: chips, count }) => {
    if (performance.now() - turned < TOO_SOON) return;
    act(action, { ...(chips ? { amount: Number(chips) } : {}), ...(count ? { count: Number(count) } : {}) });
  },
  undo: () => {
    const { round } = table();
    if (!sending() && round.play.actions.length) send("take_actions", { number: round.number, take_back: 1 });
  },
};

export function next() {
  if (!why()) act(String(bet()?.do), { amount: ui.amount });
}

/** @param {Element} copy */
export function paint(copy) {
  const { round, step } = table();
  begin();
  if (!round?.play.actions) return;
  paintSeat(copy);
  for (const key of all(copy, "[data-do='undo']")) {
    mark(key, "is-sending", Boolean(sending()?.take_back));
    if (sending()) key.setAttribute("aria-disabled", "true");
  }
  if (!["action", "exchange"].includes(step)) return;
  const view = /** @type {HTMLElement} */ (find(copy, "[data-view='step']"));
  for (const key of all(view, "[data-do='take']")) paintKey(key);
  if (step === "action") paintEntry(view);
  nextStep(view, label(), why());
}

/** What was tapped stands at the seat before the server has it. @param {Element} copy */
function paintSeat(copy) {
  const action = sent();
  if (!action) return;
  const seat = find(copy, `#seat-${action.seat}`);
  const word = find(seat ?? copy, ".seat-word");
  mark(seat, "tone-busy", false);
  mark(word, "is-sending", true);
  write(word, done(action));
}

/** @param {HTMLElement} key */
function paintKey(key) {
  const action = sent();
  const { action: word, amount: chips, count } = key.dataset;
  const isIt =
    action?.do === word && (action?.amount ?? 0) === Number(chips ?? 0) && (action?.count ?? 0) === Number(count ?? 0);
  press(key, Boolean(action) && isIt);
  if (sending()) key.setAttribute("aria-disabled", "true");
}

/** The amount of the dealer's own, kept over a reload. @param {HTMLElement} view */
function paintEntry(view) {
  const { bet: kept } = draft();
  if (begun && ui.touched && (kept?.at !== begun || kept.amount !== ui.amount)) {
    draft().bet = { at: begun, amount: ui.amount };
    saveDraft();
  }
  paintAmount(view, bet()?.most ?? 0, note());
  for (const key of all(view, ".keypad-key, .chip")) key.toggleAttribute("disabled", !bet() || Boolean(sending()));
}

/** What may be bet, or what has to be issued for an amount beyond the chips (DRAW 1.8). @returns {string} */
function note() {
  const { round, rules } = table();
  const short = ui.amount + round.to_call - round.players[round.turn].chips;
  const option = bet();
  if (!option) return "";
  const range = { least: amount(option.least, table().figures), most: amount(option.most, table().figures) };
  if (!ui.amount || short <= 0 || !rules.terms.marker_value || ui.amount > option.most)
    return fill(gettext("%(least)s to %(most)s"), range);
  return fill(gettext("markers issued: %(count)s"), { count: Math.ceil(short / rules.terms.marker_value) });
}

/** @returns {string} */
function label() {
  const values = { amount: amount(ui.amount, table().figures) };
  if (table().step !== "action") return gettext("Tap how many cards");
  const plain = { bet: gettext("Bet"), raise: gettext("Raise"), open: gettext("Open") };
  const texts = {
    bet: gettext("Bet %(amount)s"),
    raise: gettext("Raise %(amount)s"),
    open: gettext("Open with %(amount)s"),
  };
  const word = /** @type {"bet"} */ (bet()?.do ?? "bet");
  return ui.amount ? fill(texts[word], values) : plain[word];
}

/** @returns {string} */
function why() {
  const { figures, next: plain, step } = table();
  const option = bet();
  if (sending()) return isWaiting() ? gettext("waiting for the network") : gettext("on its way");
  if (isUp() && !table().clock.by_dealer)
    return fill(gettext("seat %(seat)s: time is up"), { seat: table().round.turn });
  if (step === "exchange") return fill(gettext("seat %(seat)s: 0 to 5 cards"), { seat: table().round.turn });
  if (!option || !ui.amount) return plain.blocked;
  const range = {
    least: amount(option.least, figures),
    most: amount(option.most, figures),
    step: amount(option.step, figures),
  };
  if (ui.amount < option.least) return fill(gettext("at least %(least)s"), range);
  if (ui.amount > option.most) return fill(gettext("at most %(most)s"), range);
  return ui.amount % option.step && ui.amount !== option.most ? fill(gettext("in steps of %(step)s"), range) : "";
}

/** @param {{do: string, amount?: number, count?: number}} action */
function done({ do: word, amount: chips, count }) {
  const texts = {
    drop: gettext("Dropped"),
    stay: gettext("Stayed"),
    draw: gettext("Draws"),
    call: gettext("Called"),
    pay: gettext("Paid"),
    bet: gettext("Bet %(amount)s"),
    raise: gettext("Raised %(amount)s"),
    open: gettext("Opened %(amount)s"),
    exchange: gettext("Exchanged %(amount)s"),
    timeout: gettext("Out of time"),
  };
  const figure = chips === undefined ? (count ?? "") : amount(chips, table().figures);
  return fill(texts[/** @type {"drop"} */ (word)] ?? "", { amount: figure });
}

/**
 * Letters stand on the keys; digits are an amount, or how many cards.
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function keys({ key }) {
  const letter = key.toUpperCase();
  const undo = find(document, ".view:not([hidden]) [data-do='undo']:not([disabled])");
  if (letter === "U" && undo) handlers.undo();
  else if (!isOpen()) return false;
  else if (!pressLetter(letter) && !(isEntering() && bet() && amountKey(key))) return false;
  return true;
}

/** @param {string} letter @returns {boolean} whether a key with this letter was there to be pressed */
function pressLetter(letter) {
  if (letter === "T" && find(document, ".time-key:not([disabled])")) act("timeout");
  else {
    const key = find(
      document,
      `.view:not([hidden]) [data-do='take'][data-letter='${CSS.escape(letter)}']:not([disabled])`,
    );
    if (!key) return false;
    const { action, amount: chips, count } = key.dataset;
    act(String(action), { ...(chips ? { amount: Number(chips) } : {}), ...(count ? { count: Number(count) } : {}) });
  }
  return true;
}
