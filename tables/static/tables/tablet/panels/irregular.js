/** Disputes and bars, in the floor's menu: what is chosen, and what is sent (OPS 2.3, 5.9). */

import { all, press } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { send } from "../outbox.js";
import { table } from "../page.js";
import { ui } from "../store.js";

const WORDS = { open_dispute: "dispute-words", bar_player: "bar-words" };
/** The fields where something is said in words, to be emptied when the menu opens. */
export const FIELDS = Object.values(WORDS);

let scope = "table";

/** @param {string} act */
export const isMine = (act) => act in WORDS;

/** The round a dispute would be about: the one on the table, else the last. @returns {number} */
export const disputed = () => table().round?.number ?? table().last_round?.number ?? 0;

/** @returns {{seat: number, state: string, player_card?: string}[]} */
const seated = () => table().seats.filter((/** @type {import("../page.js").Seat} */ seat) => seat.state !== "empty");

/** @param {string} act */
export function isPossible(act) {
  if (act === "bar_player") return table().table.state === "open" && seated().length > 0;
  return disputed() > 0;
}

/** The menu has been opened at one of these acts. */
export function begin() {
  ui.target = 0;
  scope = "table";
}

const said = () =>
  /** @type {HTMLInputElement} */ (document.getElementById(WORDS[/** @type {"bar_player"} */ (ui.menu)])).value.trim();

/** @param {string} act */
export function order(act) {
  const why = { reason: ui.reason, words: said() };
  if (act === "open_dispute") send(act, { number: disputed(), ...why });
  else send(act, { seat: ui.target, scope, ...why });
}

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

/** @param {HTMLElement} view */
export function paint(view) {
  for (const key of all(view, "[data-do='bar-seat']")) press(key, Number(key.dataset.seat) === ui.target);
  for (const key of all(view, "[data-do='bar-scope']")) press(key, key.dataset.scope === scope);
}

/** @param {string} act @returns {string} */
export function title(act) {
  const texts = {
    open_dispute: gettext("A dispute about round %(number)s"),
    bar_player: gettext("Bar a player: they are only cashed out"),
  };
  return fill(texts[/** @type {"bar_player"} */ (act)], { number: disputed() });
}

/** @param {string} act @returns {string} */
export function label(act) {
  const texts = {
    open_dispute: gettext("Open the dispute"),
    bar_player: ui.target ? fill(gettext("Bar seat %(seat)s"), { seat: ui.target }) : gettext("Bar a player"),
  };
  return texts[/** @type {"bar_player"} */ (act)];
}

/** @param {string} act @returns {string} */
export function why(act) {
  if (act === "bar_player" && !ui.target) return gettext("which seat?");
  if (act === "bar_player" && scope === "house" && !seated().find(({ seat }) => seat === ui.target)?.player_card)
    return gettext("from the house only by a player card");
  if (!ui.reason) return gettext("for what reason?");
  return ui.reason === "other" && !said() ? gettext("say it in words") : "";
}
