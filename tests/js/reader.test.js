/** A reader of badges that types, told from a person by its speed (OPS 1.8). */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { openPage } from "./browser.js";

/** A page that hears of keys, with its own clock; and what came of them. */
async function typing() {
  const page = openPage(`<main id="tablet"><input id="words"></main>`);
  const reader = await page.load("tablet/reader.js");
  const heard = [];
  const ends = { read: (badge) => heard.push(`badge ${badge}`), type: ({ key }) => heard.push(key) };
  let now = 0;
  mock.timers.enable({ apis: ["setTimeout"] });
  /** Press keys, so many milliseconds apart; gives how many were kept from the browser. */
  const press = (keys, apart, target = page.document.body) => {
    let kept = 0;
    for (const key of keys) {
      now += apart;
      mock.timers.tick(apart);
      const preventDefault = () => (kept += 1);
      reader.listenForReader({ key, timeStamp: now, repeat: false, target, preventDefault }, ends);
      if (target.id && key.length === 1) target.value = `${target.value ?? ""}${key}`;
    }
    return kept;
  };
  return { page, heard, press, releaseKeys: reader.releaseKeys, wait: (time) => mock.timers.tick(time) };
}

test("digits in a burst and Enter are a badge, and mean nothing else", async (context) => {
  context.after(() => mock.timers.reset());
  const { heard, press, wait } = await typing();
  assert.equal(press([..."1002", "Enter"], 4), 5);
  wait(500);
  assert.deepEqual(heard, ["badge 1002"]);
});

test("a person's digits are held back for less than a twentieth of a second", async (context) => {
  context.after(() => mock.timers.reset());
  const { heard, press, wait } = await typing();
  press("9", 100);
  assert.deepEqual(heard, []);
  wait(49);
  assert.deepEqual(heard, ["9"]);
});

test("a hand that is typed keeps the order of its keys", async (context) => {
  context.after(() => mock.timers.reset());
  const { heard, press, wait } = await typing();
  press("9h8hkd2c", 10);
  wait(50);
  assert.equal(heard.join(""), "9h8hkd2c");
});

test("an amount and Enter, at the speed of a person, are no badge", async (context) => {
  context.after(() => mock.timers.reset());
  const { heard, press } = await typing();
  press([..."2500", "Enter"], 60);
  assert.deepEqual(heard, ["2", "5", "0", "0", "Enter"]);
});

test("a few digits and Enter are no badge at any speed", async (context) => {
  context.after(() => mock.timers.reset());
  const { heard, press } = await typing();
  press([..."250", "Enter"], 5);
  assert.deepEqual(heard, ["2", "5", "0", "Enter"]);
});

test("a tap comes after the keys before it", async (context) => {
  context.after(() => mock.timers.reset());
  const { heard, press, releaseKeys } = await typing();
  press("7", 10);
  releaseKeys();
  assert.deepEqual(heard, ["7"]);
});

test("a field is as it was before the reader typed into it", async (context) => {
  context.after(() => mock.timers.reset());
  const { page, heard, press } = await typing();
  const field = page.document.getElementById("words");
  field.value = "K-2";
  press([..."1002", "Enter"], 4, field);
  assert.deepEqual([field.value, heard], ["K-2", ["badge 1002"]]);
});
