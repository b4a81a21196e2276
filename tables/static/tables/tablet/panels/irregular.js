/**
 * Disputes, bars and the correction of the last round, in the floor's menu: what is chosen, and what is sent (OPS 2.3,
 * 5.8, 5.9).
 */

import { all, find, press, show } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { isToBeSigned, onAnswer, send } from "../outbox.js";
import { refresh, root, table } from "../page.js";
import { ui } from "../store.js";

const PATIENCE = 8000;
const WORDS = { open_dispute: "dispute-words", bar_player: "bar-words", correct_round: "correction-words" };
/** The fields where something is said in words, to be emptied when the menu opens. */
export const FIELDS = Object.values(WORDS);

let scope = "table";
/** The form of the round that was settled last, as the server sent it. @type {?DocumentFragment} */
let form = null;
let number = 0;
let isAsked = false;

/** @param {string} act */
export const isMine = (act) => act in WORDS;

/** The round a dispute would be about: the one on the table, else the last. @returns {number} */
const disputed = () => table().round?.number ?? table().last_round?.number ?? 0;

/** @returns {{seat: number, state: string, player_card?: string}[]} */
const seated = () => table().seats.filter((/** @type {import("../page.js").Seat} */ seat) => seat.state !== "empty");

/** @param {string} act */
export function isPossible(act) {
  if (act === "bar_player") return table().table.state === "open" && seated().length > 0;
  return disputed() > 0;
}

/** The menu has been opened at one of these acts. @param {string} act */
export function begin(act) {
  ui.target = 0;
  scope = "table";
  if (act === "correct_round") void fetchForm();
}

async function fetchForm() {
  form = null;
  isAsked = true;
  try {
    const response = await fetch(String(root().dataset.correctionUrl), {
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!response.ok) throw new Error(String(response.status));
    const holder = document.createElement("template");
    holder.innerHTML = await response.text();
    form = holder.content;
    number = Number(find(form, "[data-number]")?.dataset.number);
  } catch {
    ui.notice = { text: gettext("The round could not be fetched. Try again."), ways: [] };
  }
  isAsked = false;
  // Fields that were typed in keep their text for as long as they stand: those of an earlier form go first.
  find(document, "#table [data-correction]")?.replaceChildren();
  refresh();
}

const said = () =>
  /** @type {HTMLInputElement} */ (document.getElementById(WORDS[/** @type {"bar_player"} */ (ui.menu)])).value.trim();

/** All that stands in the form of the correction. @returns {Record<string, string>} */
function typed() {
  const fields = all(document, "#table [data-correction] [name]");
  return Object.fromEntries(
    fields.map((field) => [
      /** @type {HTMLInputElement} */ (field).name,
      /** @type {HTMLInputElement} */ (field).value,
    ]),
  );
}

/** @param {string} act */
export function order(act) {
  const why = { reason: ui.reason, words: said() };
  if (act === "open_dispute") send(act, { number: disputed(), ...why });
  else if (act === "bar_player") send(act, { seat: ui.target, scope, ...why });
  else send(act, { number, fields: typed(), ...why });
}

onAnswer((entry, code) => {
  // Refused for what was typed, the form comes back with it; a signature is asked for first.
  if (entry.act !== "correct_round" || !code || isToBeSigned(entry, code) || code === "not_allowed") return;
  ui.aside = "floor";
  ui.menu = entry.act;
});

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  "irregular-reason": ({ reason }) => {
    ui.reason = reason;
  },
  "bar-seat": ({ seat }) => {
    ui.target = Number(seat);
  },
  "bar-scope": ({ scope: wanted }) => {
    scope = wanted;
  },
};

/**
 * The form stands on the page also while the menu is closed, so that what was typed in it stays.
 * @param {Element} copy
 */
export function paintForm(copy) {
  if (form) find(copy, "[data-correction]")?.replaceChildren(form.cloneNode(true));
}

/** @param {HTMLElement} view */
export function paint(view) {
  for (const key of all(view, "[data-do='bar-seat']")) press(key, Number(key.dataset.seat) === ui.target);
  for (const key of all(view, "[data-do='bar-scope']")) press(key, key.dataset.scope === scope);
  const isForm = ui.menu === "correct_round";
  for (const part of all(
    view,
    "[data-floor-form='correct_round'] .choices, [data-floor-form='correct_round'] > .field",
  ))
    show(part, !isForm || number > 0);
}

/** @param {string} act @returns {string} */
export function title(act) {
  const texts = {
    open_dispute: gettext("A dispute about round %(number)s"),
    bar_player: gettext("Bar a player: they are only cashed out"),
    correct_round: number ? gettext("Round %(number)s, as it should have been") : gettext("Correct the last round"),
  };
  return fill(texts[/** @type {"bar_player"} */ (act)], { number: act === "correct_round" ? number : disputed() });
}

/** @param {string} act @returns {string} */
export function label(act) {
  const texts = {
    open_dispute: gettext("Open the dispute"),
    bar_player: ui.target ? fill(gettext("Bar seat %(seat)s"), { seat: ui.target }) : gettext("Bar a player"),
    correct_round: gettext("Correct it"),
  };
  return texts[/** @type {"bar_player"} */ (act)];
}

/** @param {string} act @returns {string} */
export function why(act) {
  if (act === "correct_round" && !form)
    return isAsked ? gettext("waiting for the round") : gettext("the round could not be fetched");
  if (act === "correct_round" && !number) return gettext("there is nothing to correct");
  if (act === "bar_player" && !ui.target) return gettext("which seat?");
  if (act === "bar_player" && scope === "house" && !seated().find(({ seat }) => seat === ui.target)?.player_card)
    return gettext("from the house only by a player card");
  if (!ui.reason) return gettext("for what reason?");
  return ui.reason === "other" && !said() ? gettext("say it in words") : "";
}
