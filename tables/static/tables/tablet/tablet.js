/** The tablet of a table: one place where taps and keys come in. */

import { all, find, mark, show, write } from "../shared/dom.js";
import { gettext } from "../shared/words.js";
import * as amountEntry from "./amount.js";
import { startClock } from "./clock.js";
import { startLive } from "./live.js";
import { isPending, isPendingBut, isWaiting, pendingSeats, resume, send } from "./outbox.js";
import { begin, follows, paints, refresh, table } from "./page.js";
import { startDealers } from "./panels/dealers.js";
import * as floorMenu from "./panels/floor_menu.js";
import * as lookPanel from "./panels/look.js";
import * as marks from "./panels/marks.js";
import * as seatMenu from "./panels/seat_menu.js";
import * as signing from "./panels/signing.js";
import * as why from "./panels/why.js";
import { listenForReader } from "./reader.js";
import * as actions from "./steps/actions.js";
import * as bank from "./steps/bank.js";
import * as betting from "./steps/betting.js";
import * as decisions from "./steps/decisions.js";
import * as hands from "./steps/hands.js";
import * as moved from "./steps/moved.js";
import * as offer from "./steps/offer.js";
import * as settlement from "./steps/settlement.js";
import { ui } from "./store.js";
import { listenToTaps } from "./taps.js";

const PARTS = [
  ...[moved, signing, why, seatMenu, floorMenu, lookPanel],
  ...[bank, offer, betting, decisions, actions, hands, settlement, marks],
];
/** What answers the moment the finger comes down; everything else waits for the finger to lift off again. */
const AT_ONCE = new Set([
  ...["card", "card-back", "hand-card", "chip", "spot", "amount-add", "amount-digit", "pin-digit", "pin-back"],
  ...["tick", "tick-moved", "decide", "take", "menu", "source", "reason", "void-reason", "seat"],
  ...["irregular-reason", "bar-seat", "bar-scope"],
]);
const NEXT = {
  betting,
  decisions,
  hands,
  settlement,
  offer,
  stopped: offer,
  action: actions,
  exchange: actions,
};
/** What is entered goes off behind the dealer's next tap. */
const BEHIND = new Set(["enter_wagers", "enter_decisions", "enter_hands"]);
/** What is done at one seat, and shows there until it has arrived. */
const SEAT_ACTS = new Set([
  "sit",
  "buy_in",
  "recount",
  "move",
  "sit_out",
  "return_to_play",
  "standing_decline",
  "give_up_match",
  "leave",
]);
/** Presses of the next step closer together than this, in milliseconds, are one. */
const ONE_PRESS = 400;
/** Nobody reads a new step and presses it in less than this. */
const UNREAD = 300;
let pressedNext = -Infinity;
let movedAt = -Infinity;
/** The act that the next step of a table at rest sends. */
const PLAIN = ["open_table", "resume_table", "open_round"];

/** @param {number} seat */
function tapSeat(seat) {
  const { step, can_act: canAct } = table();
  if (!canAct) return;
  if (why.isOpen() && why.choose(seat)) return;
  const isInHand = table().in_round.includes(seat);
  if (step === "betting" && betting.players().includes(seat)) {
    ui.aside = "";
    betting.light(seat);
  } else if (ui.aside === "wagers" || ui.aside === "decisions") ui.seat = seat;
  else if (table().is_showdown && isInHand) tapHand(seat);
  else if (table().round && step !== "betting" && isInHand) tapPlayer(seat);
  else seatMenu.openSeat(seat);
}

/** A seat with cards is no seat to sit down at: the panel of the step stays. @param {number} seat */
function tapPlayer(seat) {
  ui.aside = "";
  ui.seat = seat;
}

/** @param {number} seat */
function tapHand(seat) {
  const hasDecided = seat in (table().round.play.decisions ?? {});
  ui.aside = hasDecided && !table().shows.includes(seat) ? "decisions" : "";
  if (ui.aside) ui.seat = seat;
  else if (table().shows.includes(seat)) hands.tap(seat);
}

/** @param {string} name */
function openAside(name) {
  if (name === "floor") floorMenu.openFloor();
  else ui.aside = name;
  signing.clearEntry();
}

/** @satisfies {import("./page.js").Handlers} */
const handlers = {
  ...Object.assign({}, ...[amountEntry, ...PARTS].map((part) => part.handlers)),
  seat: ({ seat }) => tapSeat(Number(seat)),
  "seat-menu": () => seatMenu.openSeat(betting.lit()),
  aside: ({ aside }) => openAside(aside),
  back: () => {
    ui.aside = "";
    signing.clearEntry();
  },
  next: () => next(),
};

function next() {
  const { step, next: plain } = table();
  if (ui.aside === "wagers") betting.next();
  else if (ui.aside === "hands") hands.next();
  else if (ui.aside === "decisions") decisions.next();
  else if (ui.aside === "offer") offer.next();
  else if (step in NEXT) NEXT[/** @type {"betting"} */ (step)].next();
  else if (PLAIN.includes(plain.act)) send(plain.act, {});
}

/**
 * Whether a press of the next step cannot be meant: it belongs to the one before it (a double tap, a key held down), or
 * the step has changed under the finger. The button means something else by then, which nobody has read.
 * @param {Element} element
 */
function isUnmeant(element) {
  if (!element.classList.contains("next-step")) {
    otherKey();
    return false;
  }
  const now = performance.now();
  const isOne = now - pressedNext < ONE_PRESS;
  pressedNext = now;
  return isOne || now - movedAt < UNREAD;
}

/** Any other key in between says that the dealer is where the page is. */
function otherKey() {
  pressedNext = -Infinity;
  movedAt = -Infinity;
}

/** @param {Element} element */
function act(element) {
  const { dataset } = /** @type {HTMLElement} */ (element);
  const handler = handlers[String(dataset.do)];
  if (isUnmeant(element)) return;
  if (
    !handler ||
    element.getAttribute("aria-disabled") === "true" ||
    /** @type {HTMLButtonElement} */ (element).disabled
  )
    return;
  const { notice } = ui;
  handler(dataset);
  forget(notice);
  refresh();
}

/** @param {Element} key */
const isAtOnce = (key) => AT_ONCE.has(String(/** @type {HTMLElement} */ (key).dataset.do));

/** What the page shows: the panel that is open, the step and the round. */
const scene = () => `${ui.aside}:${table().step}:${table().round?.number ?? 0}`;

function listen() {
  listenToTaps({ scene, isAtOnce, act });
  document.addEventListener("keydown", (event) => listenForReader(event, { read, type: key }));
  document.addEventListener("input", refresh);
}

/** A reader has read a badge, at whatever step. @param {string} badge */
function read(badge) {
  otherKey();
  signing.readBadge(badge);
  refresh();
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const isWriting = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].some(
    (kind) => event.target instanceof kind,
  );
  const isOnButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
  const notice = ui.notice;
  if (event.key === "Escape") handlers.back();
  else if (isWriting || (isOnButton && (event.key === "Enter" || event.key === " "))) return;
  else if (PARTS.some((part) => "keys" in part && part.keys(event))) otherKey();
  else if (!pressNext(event)) return;
  event.preventDefault();
  forget(notice);
  refresh();
}

/** A sentence has been read once the work goes on. @param {?object} notice */
function forget(notice) {
  if (ui.notice === notice) ui.notice = null;
  table().message = null;
}

/** Enter is the next step. @param {KeyboardEvent} event */
function pressNext(event) {
  const button = find(document, ".view:not([hidden]) .next-step");
  if (event.key !== "Enter" || !button) return false;
  act(button);
  return true;
}

/** @param {Element} copy */
function paintViews(copy) {
  const wanted = ui.aside && find(copy, `[data-view='${ui.aside}']`) ? ui.aside : "step";
  for (const view of all(copy, ".view")) show(view, view.dataset.view === wanted);
  if (isPending()) for (const button of all(copy, ".view:not([hidden]) .next-step")) paintSending(button);
  for (const seat of pendingSeats(SEAT_ACTS)) paintSeatSending(copy, seat);
}

/**
 * The next step waits for what it builds on, and cannot be pressed again while it is on its way itself.
 * @param {HTMLElement} button
 */
function paintSending(button) {
  const isOnItsWay =
    isPendingBut(BEHIND) ||
    (table().is_preview && isPending()) ||
    (isPending("enter_decisions") && table().step === "decisions" && decisions.allDecided());
  if (!isOnItsWay || button.dataset.do !== "next") return;
  mark(button, "is-sending", true);
  button.setAttribute("aria-disabled", "true");
  if (isWaiting())
    write(find(/** @type {Element} */ (button.parentElement), ".why"), gettext("waiting for the network"));
}

/** @param {Element} copy @param {number} seat */
function paintSeatSending(copy, seat) {
  const word = find(copy, `#seat-${seat} .seat-word`) ?? find(copy, `#seat-${seat} .seat-name`);
  mark(word, "is-sending", true);
  write(word, gettext("Sending"));
}

/** @param {Element} copy */
function paintMessage(copy) {
  // What is signed, and why a signature was refused, stands where it is signed.
  const message = ui.aside === "sign" ? null : (ui.notice ?? table().message);
  const place = find(copy, "#message");
  if (!place) return;
  place.className = message ? `message is-${message.tone ?? "wrong"}` : "message";
  write(find(place, ".message-text"), message?.text ?? "");
  find(place, ".message-ways")?.replaceChildren(...(message?.ways ?? []).map(way));
}

/** @param {{do: string, label: string, data: Record<string, any>}} entry */
function way(entry) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "key way";
  Object.assign(button.dataset, entry.data, { do: entry.do });
  write(button, entry.label);
  return button;
}

follows((data, before) => {
  // Another step closes what stands beside the old one; a form half filled in stays.
  const isMoved = data.step !== before.step || data.round?.number !== before.round?.number;
  if (isMoved && before.step) movedAt = performance.now();
  if (isMoved && ["wagers", "decisions", "hands", "other-raise", "bank", "why"].includes(ui.aside)) ui.aside = "";
  if (isMoved) ui.spot = "ante";
  if (isMoved && !ui.aside) ui.seat = 0;
  if (!data.can_act && ui.aside !== "look") ui.aside = "";
  if (data.message?.seat && !ui.aside) ui.seat = data.message.seat;
});
for (const part of PARTS) paints(part.paint);
paints(paintViews);
paints(paintMessage);
startLive();
startClock();
startDealers();
begin();
listen();
resume();
betting.resume();
decisions.resume();
