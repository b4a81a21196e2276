/** Badge or name, and PIN: tapping in, and the signature of an act. Neither is ever kept in the browser. */

import { all, find, mark, nextStep, write } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { isToBeSigned, onAnswer, send } from "../outbox.js";
import { adopt, follows, refresh, root, table } from "../page.js";
import { ui } from "../store.js";
import { badgeLength, nameOf, paintDealers } from "./dealers.js";

const PIN_LENGTH = 6;
const PATIENCE = 8000;
const LONGEST_BADGE = 16;

/**
 * What was typed. `name` stands for a badge that the page does not know; `isSpent` says that the badge shown
 * is there to be
 * seen, and that the next one typed takes its place.
 */
const NOTHING = { field: "badge", badge: "", name: "", pin: "", busy: false, isSpent: false };
const entry = { ...NOTHING };
/**
 * The act that waits for a signature, what it comes to, why it is signed, and why the last signature was refused.
 * @type {?{act: string, input: object, signs: string[], why: string, refused: string}}
 */
let unsigned = null;

/** The view that takes a badge and a PIN now, if one does. @returns {string} */
function view() {
  if (["tap-in", "sign"].includes(ui.aside)) return ui.aside;
  return table().step === "tap_in" ? "step" : "";
}

/** Forget what was typed. */
export const clearEntry = () => void Object.assign(entry, NOTHING);

/** Show a badge, and go on to its PIN. @param {Partial<typeof NOTHING>} who */
const ask = (who) => void Object.assign(entry, NOTHING, who, { field: "pin" });

onAnswer((act, code) => {
  if (!isToBeSigned(act, code)) return;
  unsigned = { act: act.act, input: act.input, signs: [], why: "", refused: "" };
  ui.aside = "sign";
  if (act.signature) ask({ badge: act.signature.badge });
  else clearEntry();
});

follows(({ message }) => {
  if (ui.aside !== "sign" || !unsigned || !message?.signs.length) return;
  const isRefused = message.code !== "needs_signature";
  unsigned = { ...unsigned, signs: message.signs, why: message.why, refused: isRefused ? message.text : "" };
  // Another person has to sign: the badge can be seen, and the next one takes its place.
  if (message.field === "signature" && isRefused) Object.assign(entry, { field: "badge", isSpent: true });
});

/** @param {string} character */
function type(character) {
  if (entry.field === "badge") typeBadge(character.toUpperCase());
  else if (/\d/.test(character)) entry.pin = (entry.pin + character).slice(0, PIN_LENGTH);
  if (entry.pin.length === PIN_LENGTH) finish();
}

/** @param {string} character */
function typeBadge(character) {
  const kept = entry.isSpent || entry.name ? "" : entry.badge;
  Object.assign(entry, { badge: (kept + character).slice(0, LONGEST_BADGE), name: "", isSpent: false });
}

/** A badge of the length that all have in this house is whole. */
function goOnWhenWhole() {
  if (entry.field === "badge" && !entry.isSpent && badgeLength() > 0 && entry.badge.length === badgeLength())
    entry.field = "pin";
}

/** A reader has read a badge: it fills the field that is there, or opens the tap-in (OPS 1.8). @param {string} badge */
export function readBadge(badge) {
  if (!view()) ui.aside = "tap-in";
  if (!entry.busy) ask({ badge });
}

function finish() {
  if (!(entry.badge || entry.name) || entry.pin.length < PIN_LENGTH || entry.busy) return;
  if (view() === "sign" && unsigned) {
    send(unsigned.act, unsigned.input, { badge: entry.badge, secret: entry.pin });
    ui.aside = "";
    clearEntry();
    return;
  }
  entry.busy = true;
  const { badge, name, pin } = entry;
  void post(String(root().dataset.tapInUrl), name ? { name, pin } : { badge, pin });
}

/** @param {string} url @param {Record<string, string>} fields */
async function post(url, fields) {
  const body = new URLSearchParams({ ...fields, command: `${table().seed}-in-${Math.floor(performance.now())}` });
  try {
    const headers = { "X-CSRFToken": String(root().dataset.csrf) };
    const response = await fetch(url, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE) });
    if (response.status >= 500 && !response.headers.has("Croupier-Code")) throw new Error(String(response.status));
    const html = await response.text();
    ui.aside = response.ok ? "" : ui.aside;
    const { badge = "", name = "" } = fields;
    if (response.ok || !(badge || name)) clearEntry();
    else ask({ badge, name });
    if (!adopt(html)) location.reload();
  } catch {
    clearEntry();
    ui.notice = { text: gettext("No answer came: look who is tapped in, then try again."), ways: [] };
    refresh();
  }
}

/** The dealer leaves the table. */
export const tapOut = () => void post(String(root().dataset.tapOutUrl), {});

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  "pin-digit": ({ digit }) => type(digit),
  "pin-clear": () => clearEntry(),
  "pin-back": () => {
    if (entry.field === "pin" && entry.pin) entry.pin = entry.pin.slice(0, -1);
    else Object.assign(entry, { field: "badge", badge: entry.badge.slice(0, -1), name: "" });
  },
  "pin-field": ({ field }) => {
    const isWhole = field === "badge" && entry.badge !== "" && entry.field === "pin";
    Object.assign(entry, { field, isSpent: isWhole });
  },
  dealer: ({ name }) => {
    if (!entry.busy) ask({ name });
  },
  "tap-in": () => proceed(),
  sign: () => proceed(),
};

/** The next-step button of badge and PIN goes on to what is missing. */
function proceed() {
  if (entry.badge && entry.field === "badge") Object.assign(entry, { field: "pin", isSpent: false });
  // The badge is there already and was typed once more: that is no PIN.
  else if (entry.pin === entry.badge) entry.pin = "";
  else finish();
}

/** @param {Element} copy */
export function paint(copy) {
  const name = view();
  if (name !== "sign") unsigned = null;
  if (!name) return;
  goOnWhenWhole();
  const place = /** @type {HTMLElement} */ (find(copy, `[data-view='${name}']`));
  for (const field of all(place, ".sign-field")) mark(field, "is-chosen", field.dataset.field === entry.field);
  write(find(place, ".sign-badge"), entry.name ? nameOf(entry.name) : entry.badge);
  write(find(place, "[data-field='badge'] .sign-word"), entry.name ? gettext("Name") : gettext("Badge"));
  mark(find(place, ".sign-badge"), "is-name", entry.name !== "");
  for (const [index, dot] of all(place, ".sign-dots i").entries()) mark(dot, "is-set", index < entry.pin.length);
  find(place, ".sign-dots")?.setAttribute(
    "aria-label",
    fill(gettext("%(count)s of 6 digits"), { count: entry.pin.length }),
  );
  paintDealers(place, entry.name);
  if (name === "sign") paintAct(place);
  nextStep(place, label(name), why());
  mark(find(place, ".next-step"), "is-sending", entry.busy);
}

/** What is signed, and beside it why, or why the last signature was refused. @param {HTMLElement} place */
function paintAct(place) {
  const items = (unsigned?.signs ?? []).map((text) => {
    const item = document.createElement("li");
    write(item, text);
    return item;
  });
  find(place, "[data-sign='acts']")?.replaceChildren(...items);
  write(find(place, "[data-sign='what']"), unsigned?.refused || unsigned?.why || "");
  mark(find(place, "[data-sign='what']"), "is-wrong", Boolean(unsigned?.refused));
}

/** @param {string} name */
function label(name) {
  if (entry.field === "badge" && !badgeLength()) return gettext("PIN next");
  return name === "sign" ? gettext("Sign") : gettext("Tap in");
}

/** @returns {string} */
function why() {
  if (entry.isSpent) return gettext("another person signs: type their badge number");
  if (!(entry.badge || entry.name)) return gettext("type the badge number");
  if (entry.field === "badge") return badgeLength() ? gettext("type the badge number") : "";
  if (entry.pin.length === PIN_LENGTH) return "";
  return unsigned?.refused && !entry.pin
    ? gettext("the badge is kept: type the PIN again")
    : gettext("the sixth digit finishes it");
}

/** @param {KeyboardEvent} event @returns {boolean} */
export function keys({ key }) {
  if (!view()) return false;
  if (key === "Backspace") handlers["pin-back"]();
  else if (key === "Delete") clearEntry();
  else if (key === "Enter" || key === "Tab") {
    if (!entry.badge || (entry.field === "pin" && entry.pin !== entry.badge)) return false;
    proceed();
  } else if (/^[a-z0-9]$/i.test(key)) type(key);
  else return false;
  return true;
}
