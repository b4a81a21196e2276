/** What a seat can do between rounds: sit down, buy in, recount, move, sit out, leave (OPS 2), give up (DRAW 1.13). */

import { all, fillIn, find, mark, nextStep, press, show, write } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { amountKey, paintAmount, suggest } from "../amount.js";
import { amount } from "../money.js";
import { onAnswer, send, UNSIGNED } from "../outbox.js";
import { table } from "../page.js";
import { ui } from "../store.js";

const isOpen = () => ui.aside === "seat";
const FIELDS = ["player-card", "recount-words"];
/** Which parts of the form each act needs. @type {Record<string, string[]>} */
const FORMS = {
  sit: ["amount", "source", "player-card"],
  buy_in: ["amount", "source"],
  recount: ["amount", "reason"],
  move: ["seats"],
  sit_out: ["sit_out"],
  return_to_play: ["return_to_play"],
  give_up_match: ["give_up_match"],
  leave: ["leave"],
  standing_decline: ["standing_decline"],
  "": ["nothing"],
};
const OF_STATE = {
  empty: ["sit"],
  playing: ["buy_in", "recount", "move", "sit_out", "standing_decline", "give_up_match", "leave"],
  sitting_out: ["buy_in", "recount", "move", "return_to_play", "standing_decline", "give_up_match", "leave"],
  barred: ["leave", "recount"],
};

/** @param {number} seat */
const row = (seat) => table().seats[seat - 1];

/** Whether a seat has something at stake, so that only looking is possible. @param {number} seat */
function isInRound(seat) {
  return table().in_round.includes(seat);
}

/** @param {number} seat @returns {string[]} */
function acts(seat) {
  const here = row(seat);
  const of = here ? OF_STATE[/** @type {"empty"} */ (here.barred ? "barred" : here.state)] : [];
  const { legal_acts: legal, rules } = table();
  const isOffered = (/** @type {string} */ act) =>
    act === "give_up_match"
      ? table().table.match.includes(seat)
      : act !== "standing_decline" || Boolean(rules.designation);
  return of.filter((act) => legal.includes(act) && isOffered(act) && (act === "standing_decline" || !isInRound(seat)));
}

/** @param {number} seat */
export function openSeat(seat) {
  ui.aside = "seat";
  ui.seat = seat;
  // What was written about one player is not said of the next.
  for (const id of FIELDS) fillIn(id, "");
  choose(acts(seat)[0] ?? "");
}

/** @param {string} menu */
function choose(menu) {
  ui.menu = menu;
  ui.source = "cash";
  ui.reason = "";
  ui.target = 0;
  suggest(menu === "recount" ? row(ui.seat).chips : 0);
}

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  menu: ({ menu }) => choose(menu),
  source: ({ source }) => {
    ui.source = source;
  },
  reason: ({ reason }) => {
    ui.reason = reason;
  },
  "to-seat": ({ seat }) => {
    ui.target = Number(seat);
  },
  "menu-next": () => {
    send(ui.menu, input());
    ui.aside = ["sit", "move", "give_up_match", "leave"].includes(ui.menu) ? "" : ui.aside;
    choose("");
    ui.aside = "";
  },
};

/** What stands in a field of the form. @param {string} id */
const written = (id) => /** @type {?HTMLInputElement} */ (document.getElementById(id))?.value.trim() ?? "";

/** @returns {object} the arguments of the chosen act */
function input() {
  const seat = ui.seat;
  switch (ui.menu) {
    case "sit":
      return { seat, buy_in: ui.amount, source: ui.source, player_card: written("player-card") };
    case "buy_in":
      return { seat, amount: ui.amount, source: ui.source };
    case "recount":
      return { seat, chips: ui.amount, reason: ui.reason, words: written("recount-words") };
    case "move":
      return { seat, to: ui.target };
    case "standing_decline":
      return { seat, on: !row(seat).standing_decline };
    case "give_up_match":
      return { match: table().table.newest_match?.number, seat };
    default:
      return { seat };
  }
}

onAnswer((act, code) => {
  // A refused form comes back as it was.
  if (code && act.act in FORMS && act.act && !ui.aside && code !== UNSIGNED) {
    const sent = /** @type {Record<string, any>} */ (act.input);
    ui.aside = "seat";
    ui.seat = sent.seat;
    ui.menu = act.act;
    ui.amount = sent.buy_in ?? sent.amount ?? sent.chips ?? 0;
    ui.touched = true;
    ui.reason = sent.reason ?? "";
    ui.source = sent.source ?? "cash";
    ui.target = sent.to ?? 0;
    fillIn("player-card", sent.player_card ?? "");
    fillIn("recount-words", sent.words ?? "");
  }
});

/** @param {Element} copy */
export function paint(copy) {
  if (!isOpen()) return;
  const view = /** @type {HTMLElement} */ (find(copy, "[data-view='seat']"));
  const seat = ui.seat;
  const possible = acts(seat);
  mark(find(copy, `#seat-${seat}`), "is-lit", true);
  for (const key of all(view, ".menu-key")) {
    show(key, possible.includes(String(key.dataset.menu)));
    press(key, key.dataset.menu === ui.menu);
  }
  const parts = FORMS[possible.includes(ui.menu) ? ui.menu : ""];
  for (const part of all(view, "[data-form]")) show(part, parts.includes(String(part.dataset.form)));
  for (const key of all(view, "[data-source]")) press(key, key.dataset.source === ui.source);
  for (const key of all(view, "[data-reason]")) press(key, key.dataset.reason === ui.reason);
  for (const key of all(view, "[data-do='to-seat']")) press(key, Number(key.dataset.seat) === ui.target);
  mark(find(view, ".keypad"), "is-off", !parts.includes("amount"));
  paintWords(view, seat);
}

/** @param {HTMLElement} view @param {number} seat */
function paintWords(view, seat) {
  const { figures } = table();
  const here = row(seat);
  const chips = amount(here?.chips ?? 0, figures);
  const isEmpty = !here || here.state === "empty";
  write(
    find(view, "[data-menu-title]"),
    isEmpty
      ? fill(gettext("Seat %(seat)s is free"), { seat })
      : fill(gettext("Seat %(seat)s has %(chips)s"), { seat, chips }),
  );
  write(find(view, ".leave-amount"), chips);
  show(find(view, "[data-decline='give']"), !here?.standing_decline);
  show(find(view, "[data-decline='end']"), Boolean(here?.standing_decline));
  show(find(view, "[data-form='words']"), ui.menu === "recount" && ui.reason === "other");
  const key = find(view, "[data-menu='standing_decline']");
  write(key, here?.standing_decline ? gettext("Offer the bank again") : gettext("Declines the bank"));
  const difference = ui.amount - (here?.chips ?? 0);
  const note = ui.menu === "recount" && difference ? `${difference > 0 ? "+" : ""}${amount(difference, figures)}` : "";
  paintAmount(view, 0, note);
  nextStep(view, label(seat), why());
}

/** @param {number} seat */
function label(seat) {
  const values = { seat, amount: amount(ui.amount, table().figures), to: ui.target || "…" };
  const texts = {
    sit: gettext("Seat %(seat)s sits down with %(amount)s"),
    buy_in: gettext("Buy in %(amount)s"),
    recount: gettext("Counted: %(amount)s"),
    move: gettext("Move to seat %(to)s"),
    sit_out: gettext("Seat %(seat)s sits out"),
    return_to_play: gettext("Seat %(seat)s is back"),
    standing_decline: row(seat)?.standing_decline
      ? gettext("Seat %(seat)s is offered again")
      : gettext("Seat %(seat)s declines every round"),
    give_up_match: gettext("Seat %(seat)s gives the match up"),
    leave: gettext("Seat %(seat)s leaves"),
  };
  return fill(texts[/** @type {"sit"} */ (ui.menu)] ?? gettext("Nothing to do"), values);
}

/** @returns {string} */
function why() {
  const { rules } = table();
  if (!ui.menu) return gettext("this seat is in the round");
  if (["sit", "buy_in"].includes(ui.menu) && !ui.amount) return gettext("how much?");
  if (["sit", "buy_in"].includes(ui.menu) && ui.amount % rules.chip_unit) return gettext("in whole chips");
  if (ui.menu === "recount" && ui.amount === row(ui.seat).chips) return gettext("that is what it says already");
  if (ui.menu === "recount" && !ui.reason) return gettext("for what reason?");
  if (ui.menu === "recount" && ui.reason === "other" && !written("recount-words")) return gettext("say it in words");
  if (ui.menu === "move" && !ui.target) return gettext("to which seat?");
  return "";
}

/** @param {KeyboardEvent} event @returns {boolean} */
export function keys({ key }) {
  if (!isOpen()) return false;
  return FORMS[ui.menu]?.includes("amount") ? amountKey(key) : false;
}
