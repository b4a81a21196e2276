/** Badge and PIN: tapping in, and the signature of an act. Neither is ever kept in the browser. */

import { all, find, mark, nextStep, write } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { onAnswer, send, UNSIGNED } from "../outbox.js";
import { adopt, refresh, root, table } from "../page.js";
import { ui } from "../store.js";

const PIN_LENGTH = 6;
const PATIENCE = 8000;

const entry = { field: "badge", badge: "", pin: "", busy: false };
/** The act that waits for a signature. @type {?{act: string, input: object}} */
let unsigned = null;

/** The view that takes a badge and a PIN now, if one does. @returns {string} */
function view() {
  if (["tap-in", "sign"].includes(ui.aside)) return ui.aside;
  return table().step === "tap_in" ? "step" : "";
}

/** Forget what was typed. */
export function clearEntry() {
  Object.assign(entry, { field: "badge", badge: "", pin: "", busy: false });
}

onAnswer((act, code) => {
  if (code !== UNSIGNED && !(act.signature && code === "not_allowed")) return;
  unsigned = { act: act.act, input: act.input };
  ui.aside = "sign";
  clearEntry();
});

/** @param {string} character */
function type(character) {
  if (entry.field === "badge") entry.badge = (entry.badge + character.toUpperCase()).slice(0, 16);
  else if (/\d/.test(character)) entry.pin = (entry.pin + character).slice(0, PIN_LENGTH);
  if (entry.pin.length === PIN_LENGTH) finish();
}

function finish() {
  if (!entry.badge || entry.pin.length < PIN_LENGTH || entry.busy) return;
  if (view() === "sign" && unsigned) {
    send(unsigned.act, unsigned.input, { badge: entry.badge, secret: entry.pin });
    ui.aside = "";
    clearEntry();
    return;
  }
  entry.busy = true;
  void post(String(root().dataset.tapInUrl), { badge: entry.badge, pin: entry.pin });
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
    clearEntry();
    if (!response.ok) entry.badge = fields.badge ?? "";
    entry.field = entry.badge ? "pin" : "badge";
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
    else {
      entry.field = "badge";
      entry.badge = entry.badge.slice(0, -1);
    }
  },
  "pin-field": ({ field }) => {
    entry.field = field;
  },
  "tap-in": () => proceed(),
  sign: () => proceed(),
};

/** The next-step button of badge and PIN goes on to what is missing. */
function proceed() {
  if (entry.badge && entry.field === "badge") entry.field = "pin";
  // The badge is there already and was typed once more: that is no PIN.
  else if (entry.pin === entry.badge) entry.pin = "";
  else finish();
}

/** @param {Element} copy */
export function paint(copy) {
  const name = view();
  if (name !== "sign") unsigned = null;
  if (!name) return;
  const place = /** @type {HTMLElement} */ (find(copy, `[data-view='${name}']`));
  for (const field of all(place, ".sign-field")) mark(field, "is-chosen", field.dataset.field === entry.field);
  write(find(place, ".sign-badge"), entry.badge);
  for (const [index, dot] of all(place, ".sign-dots i").entries()) mark(dot, "is-set", index < entry.pin.length);
  find(place, ".sign-dots")?.setAttribute(
    "aria-label",
    fill(gettext("%(count)s of 6 digits"), { count: entry.pin.length }),
  );
  if (name === "sign") write(find(place, "[data-sign='what']"), table().message?.text ?? "");
  nextStep(place, label(name), why());
  mark(find(place, ".next-step"), "is-sending", entry.busy);
}

/** @param {string} name */
function label(name) {
  if (entry.field === "badge") return gettext("PIN next");
  return name === "sign" ? gettext("Sign") : gettext("Tap in");
}

/** @returns {string} */
function why() {
  if (!entry.badge) return gettext("type the badge number");
  return entry.field === "pin" && entry.pin.length < PIN_LENGTH ? gettext("the sixth digit finishes it") : "";
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
