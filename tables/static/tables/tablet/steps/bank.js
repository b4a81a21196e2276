/** A mistyped bank put right while the round is played (OPS 5.4); once the cards are dealt the floor signs it. */

import { find, mark, nextStep, write } from "../../shared/dom.js";
import { fill, gettext } from "../../shared/words.js";
import { amountKey, paintAmount, suggest } from "../amount.js";
import { amount } from "../money.js";
import { isToBeSigned, onAnswer, send } from "../outbox.js";
import { table } from "../page.js";
import { ui } from "../store.js";

const isOpen = () => ui.aside === "bank";

onAnswer((act, code) => {
  // A refused amount comes back as it was typed.
  if (act.act !== "change_bank" || !code || isToBeSigned(act, code) || code === "not_allowed" || ui.aside) return;
  ui.aside = "bank";
  ui.amount = /** @type {{bank: number}} */ (act.input).bank;
  ui.touched = true;
});

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  "open-bank": () => {
    ui.aside = "bank";
    suggest(table().round.bank_declared);
  },
  "bank-next": () => {
    send("change_bank", { number: table().round.number, bank: ui.amount });
    ui.aside = "";
  },
};

/** @param {Element} copy */
export function paint(copy) {
  const view = /** @type {?HTMLElement} */ (find(copy, "[data-view='bank']"));
  if (!isOpen() || !view) return;
  const { figures, round } = table();
  const bank = { seat: round.designated_player, bank: amount(round.bank_declared, figures) };
  mark(find(copy, `#seat-${bank.seat}`), "is-lit", true);
  write(find(view, "[data-bank='title']"), fill(gettext("The bank that seat %(seat)s declared"), bank));
  write(find(view, "[data-bank='note']"), fill(gettext("Entered as %(bank)s"), bank));
  paintAmount(view, 0, "");
  nextStep(view, fill(gettext("The bank is %(bank)s"), { bank: amount(ui.amount, figures) }), why());
}

/** @returns {string} */
function why() {
  const { round, rules } = table();
  if (ui.amount === round.bank_declared) return gettext("nothing is changed yet");
  return ui.amount % rules.chip_unit ? gettext("in whole chips") : "";
}

/** @param {KeyboardEvent} event @returns {boolean} */
export const keys = ({ key }) => isOpen() && amountKey(key);
