/** Amounts as people write them; the same figures as tables/web/shared/money.py. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./browser.js";

const EURO = { digits: 2, thousands: ",", decimal: "." };
const { amount, withDigit } = await openPage("").load("tablet/money.js");
const { fill } = await openPage("").load("shared/words.js");

for (const [units, figures, text] of [
  [0, EURO, "0"],
  [5, EURO, "0.05"],
  [150, EURO, "1.50"],
  [100_000, EURO, "1,000"],
  [123_456_789, EURO, "1,234,567.89"],
  [-250, EURO, "\u22122.50"],
  [1_234_567, { digits: 0, thousands: ".", decimal: "," }, "1.234.567"],
  [1_234_567, { digits: 3, thousands: "\u00a0", decimal: "," }, "1\u00a0234,567"],
]) {
  test(`${units} minor units with ${figures.digits} digits are ${text}`, () => {
    assert.equal(amount(units, figures), text);
  });
}

test("digits are typed as a whole amount; cents of chips give way, and what is too long is not taken", () => {
  assert.equal(withDigit(0, "7", EURO), 700);
  assert.equal(withDigit(700, "5", EURO), 7500);
  assert.equal(withDigit(750, "1", EURO), 7100);
  assert.equal(withDigit(99_999_999_00, "1", EURO), 99_999_999_00);
});

test("places of a sentence are filled by name", () => {
  assert.equal(fill("Seat %(seat)s has %(chips)s", { chips: "10", seat: 4 }), "Seat 4 has 10");
});
