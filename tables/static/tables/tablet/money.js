/** Amounts: whole minor units inside, a figure for people outside. Mirrors tables/web/shared/money.py. */

/** @typedef {{digits: number, thousands: string, decimal: string}} Figures */

const MINUS = "\u2212";

/** @param {number} units @param {Figures} figures @returns {string} */
export function amount(units, figures) {
  const scale = 10 ** figures.digits;
  const size = Math.abs(units);
  const whole = String(Math.floor(size / scale)).replace(/\B(?=(\d{3})+$)/g, figures.thousands);
  const rest = size % scale;
  const text = rest ? whole + figures.decimal + String(rest).padStart(figures.digits, "0") : whole;
  return units < 0 ? MINUS + text : text;
}

/**
 * One more digit of a whole major amount; the cents of chips tapped before give way.
 * @param {number} units @param {string} digit @param {Figures} figures @returns {number}
 */
export function withDigit(units, digit, figures) {
  const scale = 10 ** figures.digits;
  const longer = Number(String(Math.floor(units / scale)) + digit);
  return longer > 99_999_999 ? units : longer * scale;
}
