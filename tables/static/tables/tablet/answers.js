/** What becomes of wagers and decisions that were tapped, by what the server answers to them (LOOK 1.10). */

import { isUnderWay, onAnswer, UNSIGNED } from "./outbox.js";
import { draft, saveDraft, ui } from "./store.js";

/** @typedef {{sent?: string, refused?: boolean} & Record<string, any>} Entry What was tapped at a seat. */

/**
 * @typedef {object} Kind
 * @property {string} act What sends them.
 * @property {"wagers" | "decisions"} name Of the drafts, and of the panel in which they are changed afterwards.
 * @property {(entry: Entry) => boolean} isChange Whether it changes what had been entered when its step was over.
 * @property {(entry: Entry) => boolean} isKeptUnsigned Whether it stays, marked, until there is another way.
 */

/** @param {Kind} kind @returns {[string, Entry][]} */
const entries = ({ name }) => Object.entries(draft()[name]);

/** Hear of the answers to one kind. @param {Kind} kind */
export function hearAnswers(kind) {
  onAnswer(({ act, command }, code) => {
    if (act !== kind.act) return;
    for (const [seat, entry] of entries(kind).filter(([, { sent }]) => sent === command)) {
      if (!code || (code === UNSIGNED && !kind.isKeptUnsigned(entry))) delete draft()[kind.name][seat];
      else refuse(kind, Number(seat), entry);
    }
    saveDraft();
  });
}

/**
 * What was refused waits, marked, for the dealer to decide; a change does so in its own panel.
 * @param {Kind} kind @param {number} seat @param {Entry} entry
 */
function refuse(kind, seat, entry) {
  entry.refused = true;
  if (!kind.isChange(entry) || ui.aside) return;
  ui.aside = kind.name;
  ui.seat = seat;
}

/** Drop changes not sent before their panel was left: the felt shows what the server has. @param {Kind} kind */
export function dropLeft(kind) {
  if ([kind.name, "other-raise"].includes(ui.aside)) return;
  const left = entries(kind).filter(([, entry]) => kind.isChange(entry) && !isOnItsWay(entry));
  for (const [seat] of left) delete draft()[kind.name][seat];
  if (left.length) saveDraft();
}

/** @param {Entry} entry @returns {boolean} */
export const isOnItsWay = (entry) => isUnderWay(entry.sent ?? "");

/**
 * Whether the server has not got it, and will not get it by itself.
 * @param {Kind} kind @param {?Entry} entry
 */
export const isUnsent = (kind, entry) =>
  entry !== null && !isOnItsWay(entry) && Boolean(entry.refused || kind.isChange(entry));

/** These have been sent. @param {Kind} kind @param {number[]} seats @param {string} command */
export function noteSent(kind, seats, command) {
  for (const seat of seats) Object.assign(draft()[kind.name][seat], { sent: command, refused: false });
  saveDraft();
}
