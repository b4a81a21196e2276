/** One tap is one tap: fingers, mice and keyboards on a page that changes under them (LOOK 1.10). */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./browser.js";

const VIEW = `<section data-view="step">
  <button id="digit" data-do="pin-digit" data-digit="6">6</button>
  <button id="next" data-do="next">Deal</button>
</section>`;

/** A page whose digits answer at once, and what was done on it. @param {string} body */
async function tapping(body = VIEW) {
  const page = openPage(`<main id="tablet">${body}</main>`);
  page.scene = "hands:1";
  page.done = [];
  const { listenToTaps } = await page.load("tablet/taps.js");
  listenToTaps({
    scene: () => page.scene,
    isAtOnce: (key) => key.dataset.do === "pin-digit",
    act: (key) => page.done.push(key.id),
  });
  for (const key of page.document.querySelectorAll("[data-do]"))
    key.getBoundingClientRect = () => ({ left: 0, top: key.id === "next" ? 100 : 0, right: 50, bottom: 150 });
  return page;
}

/** What the browser sends of one event; whether its default is left. */
function fire({ document }, type, id, fields = {}) {
  const event = new document.defaultView.Event(type, { bubbles: true, cancelable: true });
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(event, name, { value });
  const target = document.getElementById(id) ?? document.body;
  target.dispatchEvent(event);
  return !event.defaultPrevented;
}

/** @param {object} page @param {string} id @param {object} [fields] */
const down = (page, id, fields = {}) =>
  fire(page, "pointerdown", id, {
    ...{ pointerId: 2, pointerType: "touch", button: 0, timeStamp: 1000, clientX: 10, clientY: 10 },
    ...fields,
  });
/** @param {object} page @param {string} id @param {object} [fields] */
const click = (page, id, fields = {}) => fire(page, "click", id, { pointerId: 2, detail: 1, ...fields });

test("a finger on a digit is answered when it comes down, and its click does nothing", async () => {
  const page = await tapping();
  down(page, "digit");
  assert.deepEqual(page.done, ["digit"]);
  assert.equal(click(page, "digit"), false);
  assert.deepEqual(page.done, ["digit"]);
});

test("the click of an answered finger is swallowed wherever it lands", async () => {
  for (const [name, body] of [
    ["another key", '<button id="new" data-do="decline">Decline</button>'],
    ["a link", '<a id="new" href="/enrol/">Enrol</a>'],
    ["a field", '<input id="new">'],
  ]) {
    const page = await tapping();
    down(page, "digit");
    page.document.querySelector("section").innerHTML = body;
    assert.equal(fire(page, "mousedown", "new", { detail: 1 }), false, `${name} takes no focus`);
    assert.equal(click(page, "new"), false, `${name} is not pressed`);
    assert.deepEqual(page.done, ["digit"]);
  }
});

test("a key that has come to mean something else under the finger is not pressed", async () => {
  const changes = {
    step: (page) => (page.scene = "offer:2"),
    words: ({ document }) => (document.getElementById("next").textContent = "Settle"),
    data: ({ document }) => (document.getElementById("next").dataset.do = "back"),
  };
  for (const [name, change] of Object.entries(changes)) {
    const page = await tapping();
    down(page, "next");
    change(page);
    assert.equal(click(page, "next"), false, name);
    assert.deepEqual(page.done, [], name);
  }
});

test("a finger that came down beside a key does not press the one that comes there", async () => {
  const page = await tapping();
  down(page, "nothing");
  assert.equal(click(page, "next"), false);
  assert.deepEqual(page.done, []);
});

test("a finger that lifts off the key it came down on presses it, however long it was held", async () => {
  const page = await tapping();
  down(page, "next");
  click(page, "next", { timeStamp: 5000 });
  assert.deepEqual(page.done, ["next"]);
});

test("the keys of a panel stay what they are when the step beneath it changes", async () => {
  const page = await tapping(
    '<section data-view="floor"><button id="next" data-do="floor-next">Void</button></section>',
  );
  down(page, "next");
  page.scene = "settlement:1";
  click(page, "next");
  assert.deepEqual(page.done, ["next"]);
});

test("two fingers are told apart", async () => {
  const page = await tapping();
  down(page, "next", { pointerId: 5, clientY: 120 });
  down(page, "digit", { pointerId: 6, timeStamp: 1010 });
  click(page, "digit", { pointerId: 6 });
  click(page, "next", { pointerId: 5 });
  assert.deepEqual(page.done, ["digit", "next"]);
});

test("a browser that does not say which pointer clicked means the last", async () => {
  const page = await tapping();
  down(page, "digit");
  assert.equal(click(page, "next", { pointerId: undefined }), false);
  down(page, "next", { pointerId: 3, timeStamp: 2000 });
  click(page, "next", { pointerId: undefined });
  assert.deepEqual(page.done, ["digit", "next"]);
});

test("a scroll is no tap, and leaves nothing behind", async () => {
  const page = await tapping();
  down(page, "nothing");
  fire(page, "pointercancel", "nothing", { pointerId: 2 });
  click(page, "next", { pointerId: undefined });
  assert.deepEqual(page.done, ["next"]);
});

test("keyboards, screen readers and scripts click without a finger", async () => {
  const page = await tapping();
  down(page, "next");
  click(page, "digit", { pointerId: -1, detail: 0 });
  click(page, "next", { pointerId: undefined, detail: 0 });
  assert.deepEqual(page.done, ["digit", "next"]);
});

test("two contacts of one key within 80 ms are one, and so is a whole tremble", async () => {
  const page = await tapping();
  for (const [pointerId, timeStamp] of [
    [2, 1000],
    [3, 1060],
    [4, 1120],
    [5, 1200],
  ]) {
    down(page, "digit", { pointerId, timeStamp });
    click(page, "digit", { pointerId });
  }
  assert.deepEqual(page.done, ["digit", "digit"]);
});

test("a bounce presses a key that answers to the click once too", async () => {
  const page = await tapping();
  down(page, "next", { clientY: 120 });
  click(page, "next");
  down(page, "next", { pointerId: 3, timeStamp: 1079, clientY: 121 });
  click(page, "next", { pointerId: 3 });
  assert.deepEqual(page.done, ["next"]);
});

test("a bounce does not press what the first contact has brought to its place", async () => {
  const page = await tapping();
  down(page, "digit");
  page.document.querySelector("section").innerHTML = '<button id="new" data-do="pin-digit">5♥</button>';
  down(page, "new", { pointerId: 3, timeStamp: 1050 });
  assert.deepEqual(page.done, ["digit"]);
});

test("two different keys one quickly after the other are two", async () => {
  const page = await tapping();
  const { document } = page;
  document.querySelector("section").innerHTML += '<button id="seven" data-do="pin-digit">7</button>';
  for (const [place, id] of ["digit", "seven"].entries())
    document.getElementById(id).getBoundingClientRect = () => ({
      left: 60 * place,
      top: 0,
      right: 60 * place + 50,
      bottom: 50,
    });
  down(page, "digit");
  down(page, "seven", { pointerId: 3, timeStamp: 1004, clientX: 70 });
  down(page, "digit", { pointerId: 4, timeStamp: 1090 });
  assert.deepEqual(page.done, ["digit", "seven", "digit"]);
});

test("a mouse does not tremble on glass", async () => {
  const page = await tapping();
  for (const timeStamp of [1000, 1050]) {
    down(page, "digit", { pointerId: 1, pointerType: "mouse", timeStamp });
    click(page, "digit", { pointerId: 1 });
  }
  assert.deepEqual(page.done, ["digit", "digit"]);
});

test("a key of the keyboard that is held down does not go on in another view", async () => {
  const page = await tapping();
  assert.equal(fire(page, "keydown", "", { key: "6", repeat: false }), true);
  assert.equal(fire(page, "keydown", "", { key: "6", repeat: true }), true);
  page.scene = "betting:1";
  assert.equal(fire(page, "keydown", "", { key: "6", repeat: true }), false);
  assert.equal(fire(page, "keydown", "", { key: "6", repeat: false }), true);
});

test("the space bar that comes up in another step presses nothing there", async () => {
  const page = await tapping();
  const space = () => fire(page, "keydown", "next", { key: " ", repeat: false });
  space();
  page.scene = "offer:2";
  assert.equal(click(page, "next", { pointerId: -1, detail: 0 }), false);
  space();
  click(page, "next", { pointerId: -1, detail: 0 });
  assert.deepEqual(page.done, ["next"]);
});
