/** Asking for news: how often, what a failure changes, and that nothing stops it. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { openPage, settled } from "./browser.js";

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

/** @param {object} how as `poll` takes it, where it differs */
async function polling(how = {}) {
  const page = openPage("");
  const { poll } = await page.load("shared/poll.js");
  const heard = [];
  const ask = () => ({ address: "/live/" });
  const again = poll({ every: 1000, ask, heard: (answer) => heard.push(answer), ...how });
  return { ...page, heard, again };
}

/** @param {number} milliseconds */
async function pass(milliseconds) {
  mock.timers.tick(milliseconds);
  await settled();
}

test("asks after each pause, and hands over what came", async () => {
  const { server, heard } = await polling();
  await pass(999);
  assert.equal(server.requests.length, 0);
  await pass(1);
  await server.answer(200, "news", { ETag: '"a"' });
  await pass(1000);
  await server.answer(304);
  assert.deepEqual(heard, [
    { status: 200, text: "news", tag: '"a"', code: "" },
    { status: 304, text: "", tag: "", code: "" },
  ]);
});

test("asks a server that is away less and less often, and as before once it is back", async () => {
  const { server, heard } = await polling();
  await pass(1000);
  for (const pause of [2000, 4000, 5000, 5000]) {
    await server.lose();
    const sent = server.requests.length;
    await pass(pause - 1);
    assert.equal(server.requests.length, sent, `${pause}`);
    await pass(1);
    assert.equal(server.requests.length, sent + 1, `${pause}`);
  }
  await server.answer(503);
  await pass(5000);
  await server.answer(200);
  await pass(1000);
  assert.equal(server.requests.length, 7);
  assert.deepEqual(
    heard.map(({ status }) => status),
    [0, 0, 0, 0, 503, 200],
  );
});

test("one question at a time: one asked for meanwhile follows at once", async () => {
  const { server, again } = await polling();
  again();
  again();
  again();
  await settled();
  assert.equal(server.requests.length, 1);
  await server.answer(200);
  await pass(0);
  assert.equal(server.requests.length, 2);
});

test("where there is nothing to ask, nothing is sent, and the next turn comes", async () => {
  let isHidden = true;
  const { server } = await polling({ ask: () => (isHidden ? null : { address: "/live/" }) });
  await pass(1000);
  assert.equal(server.requests.length, 0);
  isHidden = false;
  await pass(1000);
  assert.equal(server.requests.length, 1);
});

test("a part of a page is followed until its newest copy asks for no more", async () => {
  const page = openPage('<div id="list" data-poll="/exports/" data-every="2000"><p>running</p></div>');
  await page.load("office/parts.js");
  await pass(2000);
  assert.deepEqual(page.server.requests[0].headers, { "Croupier-Part": "1" });
  await page.server.answer(200, '<div id="list" data-poll="/exports/" data-every="2000"><p>nearly</p></div>');
  assert.equal(page.document.querySelector("#list p").textContent, "nearly");
  await pass(2000);
  await page.server.answer(200, '<div id="list"><p>ready</p></div>');
  assert.equal(page.document.querySelector("#list p").textContent, "ready");
  await pass(60_000);
  assert.equal(page.server.requests.length, 2);
});

test("a part that comes with a form sends what the form says now", async () => {
  const form = '<form id="ask"><input name="reason" value="a full house"></form>';
  const page = openPage(
    `${form}<div id="edges" data-poll="/ask/" data-every="1000" data-form="ask" data-do="preview"></div>`,
  );
  globalThis.FormData = class {
    constructor(of) {
      this.entries = [...of.querySelectorAll("input")].map((field) => [field.name, field.value]);
    }
    [Symbol.iterator]() {
      return this.entries[Symbol.iterator]();
    }
  };
  await page.load("office/parts.js");
  await pass(1000);
  const [{ method, fields }] = page.server.requests;
  assert.equal(method, "POST");
  assert.deepEqual(fields, { reason: "a full house", do: "preview" });
});
