/** Painting: the page becomes equal to a newer copy, and what stays the same stays the same element. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fragment, openPage, openTablet } from "./browser.js";

/** Make a piece of a page equal to another, and give both. @param {string} now @param {string} wanted */
async function morphed(now, wanted) {
  const page = openPage(`<div id="live">${now}</div><template id="new"><div id="live">${wanted}</div></template>`);
  const { morph } = await page.load("shared/morph.js");
  const live = page.document.getElementById("live");
  const kept = [...live.querySelectorAll("*")];
  morph(live, page.document.getElementById("new").content.firstElementChild.cloneNode(true));
  return { live, kept };
}

const CASES = [
  ["texts and attributes", '<p class="a" hidden>one</p>', '<p class="b">two</p>'],
  ["one more at the end", "<b>1</b>", "<b>1</b><b>2</b>"],
  ["fewer", "<b>1</b><b>2</b><i>3</i>", "<b>1</b>"],
  ["nothing left", "<b>1</b>text", ""],
  ["another tag at the same place", "<b>1</b><i>2</i>", "<i>2</i>"],
  ["one before those with an id", '<p id="a">1</p><p id="b">2</p>', '<p id="c">0</p><p id="a">1</p><p id="b">2</p>'],
  ["one with an id gone", '<p id="a">1</p><p id="b">2</p>', '<p id="b">2</p>'],
  ["views of different steps", '<div data-view="step"><b>1</b></div>', '<div data-view="sign"><b>1</b></div>'],
  ["text between elements", "a<b>1</b>c", "d<b>1</b>e<b>2</b>"],
];

for (const [name, now, wanted] of CASES) {
  test(`becomes equal: ${name}`, async () => {
    const { live } = await morphed(now, wanted);
    assert.equal(live.innerHTML, wanted);
  });
}

test("keeps the element under the finger", async () => {
  const { live, kept } = await morphed(
    '<button id="seat-1">100</button><button id="seat-2">50</button>',
    '<p id="message">Seat 1 wins</p><button id="seat-1" class="is-lit">120</button><button id="seat-2">50</button>',
  );
  assert.equal(live.querySelector("#seat-1"), kept[0]);
  assert.equal(live.querySelector("#seat-2"), kept[1]);
});

test("a view of another step is another element: a finger on the old one presses nothing of the new", async () => {
  const { live, kept } = await morphed('<div data-view="step"></div>', '<div data-view="sign"></div>');
  assert.notEqual(live.firstElementChild, kept[0]);
});

test("drafts are painted over the newest fragment, and gone with their painter's reason", async () => {
  const { pages, document } = await openTablet({}, '<b id="figure">10</b>');
  let draft = "15";
  pages.paints((copy) => {
    if (draft) copy.querySelector("#figure").textContent = draft;
  });
  pages.begin();
  assert.equal(document.getElementById("figure").textContent, "15");
  draft = "";
  pages.refresh();
  assert.equal(document.getElementById("figure").textContent, "10");
});

test("an older fragment than is shown is left out; what is no fragment is said to be none", async () => {
  const { pages, document } = await openTablet({}, '<b id="figure">10</b>');
  pages.begin();
  assert.equal(pages.adopt(fragment({ version: 6 }, '<b id="figure">20</b>')), true);
  assert.equal(pages.adopt(fragment({ version: 5 }, '<b id="figure">10</b>')), true);
  assert.equal(document.getElementById("figure").textContent, "20");
  assert.equal(pages.table().version, 6);
  assert.equal(pages.adopt("<form>Sign in</form>"), false);
});

test("who follows hears of each state, with the one before", async () => {
  const { pages } = await openTablet({ step: "betting" });
  const seen = [];
  pages.follows((data, before) => seen.push([before.step, data.step]));
  pages.begin();
  pages.adopt(fragment({ step: "decisions", version: 6 }));
  assert.deepEqual(seen, [
    [undefined, "betting"],
    ["betting", "decisions"],
  ]);
});
