/**
 * A settled round as it was entered and as it should have been: what differs, in words, and as the act takes it (OPS
 * 5.8).
 */

import { fill, gettext } from "../shared/words.js";
import { held, nameOf, split } from "./cards.js";
import { amount } from "./money.js";

/**
 * @typedef {object} Row What was entered at a seat.
 * @property {boolean} isBank Whether it is the designated player's.
 * @property {boolean} isDealt
 * @property {Record<string, number>} amounts By spot; the bank too.
 * @property {string} decision Empty where there is none.
 * @property {string[]} slots The hand; a free slot is empty.
 */

/** @typedef {Record<number, Row>} Rows */

const WAGERS = ["ante", "straight_flush", "flush"];

/** The rows of an input of `settle`, of any game. @param {Record<string, any>} document @returns {Rows} */
export function rowsOf({ seats, designated_player: designated, hands }) {
  /** @type {Rows} */
  const rows = {};
  for (const entry of seats) {
    const amounts = Object.fromEntries([...WAGERS, "raise"].map((spot) => [spot, entry[spot] ?? 0]));
    const cards = entry.cards ?? hands?.[entry.seat] ?? "";
    rows[entry.seat] = { ...row(cards), amounts: designated ? amounts : {}, decision: entry.decision ?? "" };
  }
  if (designated)
    rows[designated.seat] = { ...row(designated.cards ?? ""), isBank: true, amounts: { bank: designated.bank } };
  return rows;
}

/** @param {string} cards @returns {Row} */
const row = (cards) => ({ isBank: false, isDealt: true, amounts: {}, decision: "", slots: split(cards) });

/** A hand that was dealt and not entered. @returns {Row} */
export const added = () => ({ ...row(""), amounts: { ante: 0, straight_flush: 0, flush: 0, raise: 0 } });

/** Whether a seat is to be other than it was. @param {Row | undefined} was @param {Row | undefined} now */
export const isChanged = (was, now) => Boolean(now) && JSON.stringify(was) !== JSON.stringify(now);

/** @param {Row | undefined} was @param {Row} now @param {string} spot */
const differs = (was, now, spot) => (was?.amounts[spot] ?? 0) !== (now.amounts[spot] ?? 0);

/** @param {Row | undefined} was @param {Row} now */
const isWagered = (was, now) => WAGERS.some((spot) => differs(was, now, spot));

/** @param {Row | undefined} was @param {Row} now */
const isDecided = (was, now) => was?.decision !== now.decision || differs(was, now, "raise");

/**
 * What is to be corrected, as the act takes it: of each seat the parts that differ.
 * @param {Rows} rows @param {Rows} changed @param {number} version The settlement that was looked at.
 */
export function corrections(rows, changed, version) {
  /** @type {Record<string, any[]>} */
  const parts = { wagers: [], decisions: [], hands: [], removed: [] };
  /** @type {Record<string, any>} */
  const sent = { replaces: version };
  for (const [key, now] of Object.entries(changed)) {
    const seat = Number(key);
    const was = rows[seat];
    if (!now.isDealt) parts.removed.push(seat);
    else {
      if (now.isBank && differs(was, now, "bank")) sent.bank = now.amounts.bank;
      if (!now.isBank && isWagered(was, now)) parts.wagers.push({ seat, ...placed(now) });
      if (!now.isBank && isDecided(was, now)) parts.decisions.push({ seat, ...decided(now) });
      if (String(was?.slots ?? "") !== String(now.slots)) parts.hands.push({ seat, cards: now.slots.join("") || null });
    }
  }
  for (const [part, entries] of Object.entries(parts)) if (entries.length) sent[part] = entries;
  return sent;
}

/** @param {Row} now */
const placed = ({ amounts }) =>
  Object.fromEntries(WAGERS.filter((spot) => amounts[spot]).map((spot) => [spot, amounts[spot]]));

/** @param {Row} now */
const decided = ({ decision, amounts }) => (decision === "raise" ? { decision, raise: amounts.raise } : { decision });

/**
 * What a seat still needs before it can be sent; empty where nothing is missing.
 * @param {Row} now @param {number} size How many cards make a hand.
 */
export function missing({ isDealt, isBank, amounts, decision, slots }, size) {
  const count = held(slots).length;
  if (!isDealt) return "";
  if (count && count < size) return fill(gettext("%(count)s of %(size)s cards"), { count, size });
  if (isBank || !("ante" in amounts)) return "";
  if (!amounts.ante) return gettext("Ante needed");
  if (!decision) return gettext("to decide");
  return decision === "raise" && !amounts.raise ? gettext("Raise needed") : "";
}

/**
 * What is different at a seat, old and new, each in a few words.
 * @param {Row | undefined} was @param {Row} now
 * @param {Record<string, string>} spots The bets by their names. @param {import("./money.js").Figures} figures
 * @returns {string[]}
 */
export function differences(was, now, spots, figures) {
  if (!now.isDealt) return [gettext("not dealt: taken out")];
  const told = was ? [] : [gettext("dealt, and not entered: added")];
  const names = { bank: gettext("Bank"), ...spots };
  for (const [spot, name] of Object.entries(names)) {
    const values = {
      spot: name,
      old: amount(was?.amounts[spot] ?? 0, figures),
      new: amount(now.amounts[spot] ?? 0, figures),
    };
    if (spot !== "raise" && differs(was, now, spot)) told.push(fill(gettext("%(spot)s %(old)s → %(new)s"), values));
  }
  if (isDecided(was, now) && !now.isBank && "ante" in now.amounts)
    told.push(arrow(was ? decision(was, figures) : "–", decision(now, figures)));
  const before = was?.slots ?? [];
  const gone = before.filter((card) => !now.slots.includes(card));
  const come = held(now.slots).filter((card) => !before.includes(card));
  if (gone.length || come.length) told.push(arrow(cards(gone), cards(come)));
  return told;
}

/** @param {string} old @param {string} replaced */
const arrow = (old, replaced) => fill(gettext("%(old)s → %(new)s"), { old, new: replaced });

/** @param {string[]} codes */
const cards = (codes) => codes.map(nameOf).join(" ") || "–";

/** @param {Row} row @param {import("./money.js").Figures} figures */
export function decision({ decision: made, amounts }, figures) {
  if (made === "raise") return fill(gettext("Raise %(amount)s"), { amount: amount(amounts.raise, figures) });
  return { fold: gettext("Folded"), walk_away: gettext("Walked away") }[made] ?? "–";
}
