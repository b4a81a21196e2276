/**
 * The last settled round put right on felt and pad, as it was entered in play: a seat, its hand, decision or
 * wagers, the
 * reason, and the floor signs (TAB 4.5, OPS 5.8).
 */

import { all, find, mark, nextStep, press, show, write } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { amountKey, paintAmount, suggest } from "../amount.js";
import { faces, held, nameOf, putIn, takeOut } from "../cards.js";
import { paintLarge } from "../large_hand.js";
import { amount } from "../money.js";
import { onAnswer, send, UNSIGNED } from "../outbox.js";
import { refresh, root, table } from "../page.js";
import { added, corrections, decision, differences, isChanged, missing, rowsOf } from "../settled_round.js";
import { ui } from "../store.js";

/** @typedef {import("../settled_round.js").Row} Row */

const PATIENCE = 8000;

/** The round as the server drew it. @type {?DocumentFragment} */
let drawn = null;
/** @type {Record<string, any>} */
let past = {};
/** @type {import("../settled_round.js").Rows} */
let rows = {};
/** What was tapped, by seat. @type {import("../settled_round.js").Rows} */
let changed = {};
const at = { seat: 0, part: "seats", spot: "ante" };
/** What the correction would move, as the server says. @type {string[]} */
let moves = [];

const isOpen = () => ui.aside === "correction";

/** The row of a seat as it should have been. @param {number} seat @returns {Row} */
const rowOf = (seat) => changed[seat] ?? rows[seat] ?? added();

/** Seats that are other than they were. @returns {number[]} */
const seats = () =>
  Object.keys(changed)
    .map(Number)
    .filter((seat) => isChanged(rows[seat], changed[seat]));

/** Open it, and fetch the round. */
export function begin() {
  ui.aside = "correction";
  ui.reason = "";
  drawn = null;
  changed = {};
  Object.assign(at, { seat: 0, part: "seats" });
  void fetchRound();
}

/** @param {string} [query] */
async function ask(query = "") {
  const response = await fetch(String(root().dataset.correctionUrl) + query, {
    credentials: "same-origin",
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!response.ok) throw new Error(String(response.status));
  return response;
}

async function fetchRound() {
  try {
    const holder = document.createElement("template");
    holder.innerHTML = await (await ask()).text();
    const data = find(holder.content, "#correction-data");
    if (data) {
      past = JSON.parse(data.textContent ?? "{}");
      rows = rowsOf(past.document);
      drawn = holder.content;
    } else leave(gettext("No round of this table was settled yet."));
  } catch {
    leave(gettext("The round could not be fetched. Try again."));
  }
  refresh();
}

/** @param {string} text */
function leave(text) {
  if (isOpen()) ui.aside = "";
  ui.notice = { text, ways: [] };
}

/** Ask what the correction would move; it stays unsaid where the server cannot say it. */
async function fetchMoves() {
  moves = [];
  const sent = JSON.stringify(corrections(rows, changed, past.version));
  try {
    const response = await ask(`preview/?number=${past.number}&corrections=${encodeURIComponent(sent)}`);
    const { lines } = await response.json();
    if (sent === JSON.stringify(corrections(rows, changed, past.version))) moves = lines;
  } catch {
    moves = [];
  }
  refresh();
}

/** A tap on the felt. @param {number} seat */
export function openSeat(seat) {
  const isThere = seat in rows || ("designated_player" in past.document && isSeated(seat));
  if (!drawn || !isThere) return;
  at.seat = at.seat === seat ? 0 : seat;
  at.spot = rowOf(seat).isBank ? "bank" : "ante";
  turn(at.seat ? (rows[seat] ? "hand" : "bets") : "seats");
}

/** Whether a player sat there then: the hand may have been forgotten. @param {number} seat */
const isSeated = (seat) => Boolean(drawn && find(drawn, `#seat-${seat}:not(.is-empty)`));

/** @param {string} part */
function turn(part) {
  at.part = part;
  const spot = target();
  if (spot) suggest(rowOf(at.seat).amounts[spot] ?? 0);
  ui.touched = false;
}

/** The amount that chips and keypad make. @returns {string} */
const target = () => (at.part === "bets" ? at.spot : "");

/** @param {Partial<Row>} change */
function change(change) {
  changed[at.seat] = { ...rowOf(at.seat), ...change };
}

/** @param {string} card */
function tapCard(card) {
  const { slots } = rowOf(at.seat);
  const other = Object.keys({ ...rows, ...changed }).find(
    (seat) => Number(seat) !== at.seat && rowOf(Number(seat)).isDealt && rowOf(Number(seat)).slots.includes(card),
  );
  if (slots.includes(card)) change({ slots: takeOut(slots, card) });
  else if (other)
    say(fill(gettext("%(card)s is already in seat %(seat)s's hand."), { card: nameOf(card), seat: other }));
  else if (held(slots).length === past.hand_size)
    say(fill(gettext("Seat %(seat)s: tap the card that is wrong first."), { seat: at.seat }));
  else change({ slots: putIn(slots, card) });
}

/** @param {string} text */
function say(text) {
  ui.notice = { text, ways: [] };
}

const said = () => /** @type {?HTMLInputElement} */ (document.getElementById("correction-words"))?.value.trim() ?? "";

onAnswer(({ act }, code) => {
  // Refused for what was entered, it comes back as it was; a signature is asked for first.
  if (act === "correct_round" && code && code !== UNSIGNED && code !== "not_allowed" && drawn) ui.aside = "correction";
});

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  "correct-card": ({ card }) => tapCard(card),
  "correct-hand-card": ({ card }) => {
    turn("hand");
    tapCard(card);
  },
  "correct-clear": () => {
    changed = Object.fromEntries(Object.entries(changed).filter(([seat]) => Number(seat) !== at.seat));
    turn(at.part);
  },
  "correct-part": ({ part }) => turn(part),
  "correct-decision": ({ choice, times }) => {
    const { amounts } = rowOf(at.seat);
    change({ decision: choice, amounts: { ...amounts, raise: amounts.ante * Number(times ?? 0) } });
    at.spot = "raise";
    turn("bets");
  },
  "correct-spot": ({ spot }) => {
    at.spot = spot;
    turn("bets");
  },
  "correct-out": () => change({ isDealt: !rowOf(at.seat).isDealt }),
  "correct-back": () => {
    if (at.part === "seats") ui.aside = "";
    else if (at.part === "reason" && at.seat) turn("hand");
    else openSeat(at.seat);
  },
  "correct-next": () => next(),
};

export function next() {
  if (at.part !== "reason") {
    turn("reason");
    void fetchMoves();
    return;
  }
  const sent = corrections(rows, changed, past.version);
  send("correct_round", { number: past.number, corrections: sent, reason: ui.reason, words: said() });
  ui.aside = "";
}

/** Take what was typed on the keypad. */
function takeAmount() {
  const spot = target();
  const now = rowOf(at.seat);
  if (!spot || !ui.touched || now.amounts[spot] === ui.amount) return;
  const decided = spot === "raise" ? { decision: "raise" } : {};
  change({ ...decided, amounts: { ...now.amounts, [spot]: ui.amount } });
}

/** @param {Element} copy */
export function paint(copy) {
  if (!isOpen()) return;
  takeAmount();
  const felt = find(copy, ".felt");
  mark(felt, "is-past", true);
  if (drawn) for (const seat of all(copy, ".felt > .seat")) paintSeat(seat);
  write(find(copy, ".centre-bank"), drawn ? fill(gettext("Round %(number)s"), past) : gettext("Waiting for the round"));
  const view = drawn && /** @type {?HTMLElement} */ (find(drawn, ".view")?.cloneNode(true));
  if (!view) return;
  find(copy, ".panel")?.append(view);
  if (at.seat) paintMiddle(copy);
  paintView(view);
  nextStep(view, label(), why());
}

/** @param {HTMLElement} element */
function paintSeat(element) {
  const seat = Number(element.dataset.seat);
  const then = drawn && /** @type {?HTMLElement} */ (find(drawn, `#${element.id}`)?.cloneNode(true));
  if (!then) return;
  element.replaceWith(then);
  mark(then, "is-lit", seat === at.seat);
  if (!isChanged(rows[seat], changed[seat])) return;
  const { figures } = table();
  const { amounts, slots, isDealt } = changed[seat];
  mark(then, "is-changed", true);
  for (const [spot, units] of Object.entries(amounts)) {
    const place = find(then, `[data-spot='${spot}']`);
    const isOther = units !== (rows[seat]?.amounts[spot] ?? 0);
    mark(place, "is-placed", units > 0);
    mark(place, "is-sending", isOther);
    if (isOther) write(find(place ?? then, ".spot-amount"), units ? amount(units, figures) : "0");
  }
  if ("bank" in amounts) write(find(then, ".seat-bank b"), amount(amounts.bank, figures));
  if (String(slots) !== String(rows[seat]?.slots ?? ""))
    find(then, ".hand")?.replaceChildren(...faces(slots, past.hand_size, seat === at.seat));
  mark(then, "is-out", !isDealt);
  write(find(then, ".seat-word"), told(seat).join("; "));
}

/** @param {number} seat */
const told = (seat) => differences(rows[seat], changed[seat], past.spots ?? {}, table().figures);

/** @param {Element} copy */
function paintMiddle(copy) {
  const { slots } = rowOf(at.seat);
  const isSame = !isChanged(rows[at.seat], changed[at.seat]);
  paintLarge(copy, {
    seat: at.seat,
    slots,
    size: past.hand_size,
    words: isSame ? (find(copy, `#seat-${at.seat} .hand`)?.getAttribute("title") ?? "") : told(at.seat).join("; "),
    isIn: isSame,
    isTyped: at.part === "hand",
    act: "correct-hand-card",
  });
}

/** @param {HTMLElement} view */
function paintView(view) {
  for (const part of all(view, "[data-correct]")) show(part, part.dataset.correct === at.part);
  const now = rowOf(at.seat);
  for (const key of all(view, "[data-part]")) {
    press(key, key.dataset.part === at.part);
    key.toggleAttribute("disabled", !at.seat);
    if (key.dataset.part === "bets") write(key, now.isBank ? gettext("Bank") : gettext("Bets"));
  }
  find(view, "[data-do='correct-clear']")?.toggleAttribute("disabled", !isChanged(rows[at.seat], changed[at.seat]));
  for (const key of all(view, ".pad-key")) mark(key, "is-mine", now.slots.includes(String(key.dataset.card)));
  for (const list of all(view, ".correct-changes"))
    list.replaceChildren(...seats().map((seat) => line(seatLine(seat))));
  find(view, ".correct-moves")?.replaceChildren(...moves.map(line));
  for (const title of all(view, ".correct-title")) write(title, fill(gettext("Seat %(seat)s"), { seat: at.seat }));
  for (const key of all(view, "[data-reason]")) press(key, key.dataset.reason === ui.reason);
  show(find(view, "[data-correct-words]"), ui.reason === "other");
  if (at.seat) paintAmounts(view, now);
}

/** @param {number} seat */
const seatLine = (seat) => fill(gettext("Seat %(seat)s: %(what)s"), { seat, what: told(seat).join("; ") });

/** @param {string} text */
function line(text) {
  const item = document.createElement("li");
  write(item, text);
  return item;
}

/** @param {HTMLElement} view @param {Row} now */
function paintAmounts(view, now) {
  const { figures } = table();
  for (const key of all(view, "[data-do='correct-decision']")) {
    const isRaise = key.dataset.choice === "raise";
    const isIt = isRaise ? Number(key.dataset.times) * now.amounts.ante === now.amounts.raise : true;
    press(key, now.decision === key.dataset.choice && isIt);
  }
  for (const key of all(view, "[data-do='correct-spot']")) {
    const spot = String(key.dataset.spot);
    show(key, now.isBank === (spot === "bank"));
    press(key, spot === at.spot);
    write(find(key, "small"), amount(now.amounts[spot] ?? 0, figures));
  }
  show(find(view, ".correct-decisions"), !now.isBank);
  press(find(view, "[data-do='correct-out']"), !now.isDealt);
  const part = find(view, "[data-correct='bets']");
  if (part) paintAmount(part, 0, now.isBank ? "" : decision(now, figures));
}

/** @returns {string} */
function label() {
  return at.part === "reason" ? fill(gettext("Correct round %(number)s"), past) : gettext("Say why");
}

/** @returns {string} */
function why() {
  for (const seat of seats()) {
    const what = missing(changed[seat], past.hand_size) || unit(changed[seat]);
    if (what) return fill(gettext("seat %(seat)s: %(what)s"), { seat, what });
  }
  if (!seats().length) return gettext("nothing is changed yet");
  if (at.part !== "reason") return "";
  if (!ui.reason) return gettext("for what reason?");
  return ui.reason === "other" && !said() ? gettext("say it in words") : "";
}

/** @param {Row} row */
const unit = ({ amounts }) =>
  Object.values(amounts).some((units) => units % past.chip_unit) ? gettext("in whole chips") : "";

/** @param {KeyboardEvent} event @returns {boolean} */
export const keys = ({ key }) => isOpen() && Boolean(target()) && amountKey(key);
