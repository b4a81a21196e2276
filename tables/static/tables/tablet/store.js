/** What the dealer has tapped and the server does not know yet; kept in the browser so that a reload loses nothing. */

import { readKept, writeKept } from "../shared/kept.js";
import { table } from "./page.js";

/**
 * What is only of this screen and may be lost: where the light is, which side panel is open.
 * @type {{aside: string, seat: number, spot: string, menu: string, amount: number, touched: boolean, source: string,
 *   reason: string, words: string, to: number, target: number, notice: ?{text: string, ways: object[], tone?: string}}}
 */
export const ui = {
  aside: "",
  seat: 0,
  spot: "ante",
  menu: "",
  amount: 0,
  touched: false,
  source: "cash",
  reason: "",
  words: "",
  to: 0,
  target: 0,
  notice: null,
};

/** @param {string} name */
const key = (name) => `croupier.${name}.${table().table.id}`;

/** @param {string} name @returns {any} */
export const load = (name) => readKept(key(name));

/** @param {string} name @param {any} value */
export const keep = (name, value) => writeKept(key(name), value);

const EMPTY = () => ({ round: 0, wagers: {}, decisions: {}, hands: {}, ticks: {}, offers: [], bet: null });
/** @type {?Record<string, any>} */
let drafts = null;

/** The drafts of the round on the table; those of another round are forgotten. @returns {Record<string, any>} */
export function draft() {
  const round = table().round?.number ?? 0;
  const kept = drafts ?? load("draft") ?? EMPTY();
  const now = kept.round === round ? kept : { ...EMPTY(), round };
  drafts = now;
  return now;
}

/** Write the drafts down. */
export const saveDraft = () => keep("draft", draft());
