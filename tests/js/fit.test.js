/** How the placard finds its sizes; what they come to on real screens is tried in a real browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./browser.js";

const { largest } = await openPage("").load("placard/fit.js");

/** Search for a size with a limit to what fits; tells what was tried. @param {number} limit */
function search(limit) {
  const tried = [];
  const found = largest({ least: 0.3, most: 2.2 }, (size) => {
    tried.push(size);
    return size <= limit;
  });
  return { found, tried };
}

test("the size that is found fits, is next to the largest, and is the one that was tried last", () => {
  const { found, tried } = search(1.234);
  assert.ok(found <= 1.234 && found > 1.234 - 0.01);
  assert.equal(tried.at(-1), found);
  assert.ok(tried.length < 15);
});

test("where all of it fits at the largest size nothing else is tried", () => {
  assert.deepEqual(search(3), { found: 2.2, tried: [2.2] });
});

test("where nothing fits the smallest size stays", () => {
  const { found, tried } = search(0.1);
  assert.equal(found, 0.3);
  assert.equal(tried.at(-1), 0.3);
});
