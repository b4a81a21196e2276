/** What the floor is called for: void a round, a dispute, a bar, a correction, suspend, close, change the dealer. */

import { all, fillIn, find, nextStep, press, show, write } from "../../shared/dom.js";
import { gettext } from "../../shared/words.js";
import { send } from "../outbox.js";
import { table } from "../page.js";
import { ui } from "../store.js";
import * as irregular from "./irregular.js";
import { choose } from "./language.js";
import { tapOut } from "./signing.js";

const isOpen = () => ui.aside === "floor";
const WORDS = { void_round: "void-words", suspend_table: "suspend-reason" };
/** What no signature lifts: floor managers do it themselves (OPS 1.4). */
const FLOOR_ONLY = new Set(["suspend_table", "close_table"]);

/** @param {string} act */
function isPossible(act) {
  if (act === "language") return true;
  if (act === "tap_out") return Boolean(table().dealer);
  if (irregular.isMine(act)) return irregular.isPossible(act);
  return table().legal_acts.includes(act);
}

/** @param {string} [menu] */
export function openFloor(menu) {
  ui.aside = "floor";
  ui.menu = menu ?? ["void_round", "suspend_table", "tap_out"].find(isPossible) ?? "";
  ui.reason = "";
  // What was written for an earlier round is not said of this one.
  for (const id of [...Object.values(WORDS), ...irregular.FIELDS]) fillIn(id, "");
}

const said = () =>
  /** @type {?HTMLInputElement} */ (
    document.getElementById(WORDS[/** @type {"void_round"} */ (ui.menu)] ?? "")
  )?.value.trim() ?? "";

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  ...irregular.handlers,
  floor: ({ floor }) => {
    ui.menu = floor;
    ui.reason = floor === "language" ? document.documentElement.lang : "";
    irregular.begin(floor);
  },
  "void-reason": ({ reason }) => {
    ui.reason = reason;
  },
  language: ({ reason }) => {
    ui.reason = reason;
  },
  "call-floor": () => openFloor(),
  "floor-next": () => {
    const act = ui.menu;
    if (irregular.isMine(act)) irregular.order(act);
    else if (act === "tap_out") tapOut();
    else if (act === "language") void choose(ui.reason);
    else if (act === "void_round") send(act, { number: table().round.number, reason: ui.reason, words: said() });
    else if (act === "suspend_table") send(act, { reason: said() });
    else send(act, {});
    ui.aside = "";
  },
};

/** @param {Element} copy */
export function paint(copy) {
  irregular.paintForm(copy);
  if (!isOpen()) return;
  const view = /** @type {HTMLElement} */ (find(copy, "[data-view='floor']"));
  for (const key of all(view, "[data-floor]")) {
    show(key, isPossible(String(key.dataset.floor)));
    press(key, key.dataset.floor === ui.menu);
  }
  for (const form of all(view, "[data-floor-form]")) show(form, form.dataset.floorForm === ui.menu);
  show(find(view, "[data-void='words']"), ui.reason === "other");
  for (const key of all(view, "[data-reason]")) press(key, key.dataset.reason === ui.reason);
  irregular.paint(view);
  write(find(view, "[data-floor-title]"), title());
  write(find(view, "[data-void='note']"), note());
  nextStep(view, label(), why());
}

function title() {
  if (irregular.isMine(ui.menu)) return irregular.title(ui.menu);
  const texts = {
    void_round: gettext("The round is void: everything goes back"),
    suspend_table: gettext("Stop play at once"),
    close_table: gettext("Close the table"),
    tap_out: gettext("Tap out without a relief"),
    language: gettext("The language in which you read the tablet"),
  };
  return texts[/** @type {"tap_out"} */ (ui.menu)] ?? gettext("Call the floor");
}

/** @returns {string} */
function note() {
  const { round } = table();
  if (!round) return "";
  return round.play.decided
    ? gettext("Players have decided: a floor manager signs this with badge and PIN.")
    : gettext("Everything that was paid goes back; the button does not move.");
}

function label() {
  if (irregular.isMine(ui.menu)) return irregular.label(ui.menu);
  const texts = {
    void_round: gettext("Void the round"),
    suspend_table: gettext("Suspend play"),
    close_table: gettext("Close the table"),
    tap_out: gettext("Tap out"),
    language: gettext("Use this language"),
  };
  return texts[/** @type {"tap_out"} */ (ui.menu)] ?? gettext("Nothing to do");
}

/** @returns {string} */
function why() {
  if (!ui.menu) return gettext("choose what to do");
  if (ui.menu === "language" && ui.reason === document.documentElement.lang) return gettext("choose another language");
  if (irregular.isMine(ui.menu)) return irregular.why(ui.menu);
  if (FLOOR_ONLY.has(ui.menu) && !table().is_floor) return gettext("a floor manager does this");
  if (ui.menu === "void_round" && !ui.reason) return gettext("for what reason?");
  if (ui.menu === "void_round" && ui.reason === "other" && !said()) return gettext("say it in words");
  if (ui.menu === "suspend_table" && !said()) return gettext("for what reason?");
  return "";
}
