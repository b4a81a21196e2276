/**
 * The queue of acts on their way (OPS 5.10): their order, their command ids, networks and servers that fail, reloads.
 */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { fragment, openTablet, settled } from "./browser.js";

const ROUND = { number: 3, play: {} };

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

/** Let time pass. @param {number} milliseconds */
async function pass(milliseconds) {
  mock.timers.tick(milliseconds);
  await settled();
}

/** A tablet in the middle of a round. @param {object} [kept] */
async function tablet(kept) {
  const page = await openTablet({ round: ROUND, step: "hands" }, "", kept);
  page.pages.begin();
  return page;
}

/**
 * Answer the act that waits.
 * @param {import("./browser.js").Server} server
 * @param {number} version
 * @param {string} code
 */
const answer = (server, version, code = "") =>
  server.answer(code ? 409 : 200, fragment({ round: ROUND, step: "hands", version }), {
    "Croupier-Version": String(version),
    ...(code ? { "Croupier-Code": code } : {}),
  });

test("acts go off one after the other, in the order in which they were tapped", async () => {
  const { server, outbox } = await tablet();
  outbox.send("deal", { number: 3 });
  outbox.send("settle_round", { number: 3 });
  await settled();
  assert.deepEqual(
    server.requests.map(({ fields }) => fields.act),
    ["deal"],
  );
  await answer(server, 6);
  assert.deepEqual(
    server.requests.map(({ fields }) => fields.act),
    ["deal", "settle_round"],
  );
  await answer(server, 7);
  assert.equal(outbox.isPending(), false);
});

/** A fragment of an epoch. @param {number} epoch @param {object} data */
const ofEpoch = (epoch, data = {}) =>
  fragment({ round: ROUND, step: "hands", epoch, ...data }).replace("<div", `<div data-epoch="${epoch}"`);

test("after a restore nothing is sent again, and what was tapped is kept aside (AUD 3.5)", async () => {
  const page = await openTablet({ round: ROUND, step: "hands", epoch: 1 }, "");
  page.pages.begin();
  page.outbox.resume();
  page.outbox.send("deal", { number: 3 });
  page.outbox.send("settle_round", { number: 3 }, { badge: "2001", secret: "284615" });
  await settled();
  assert.equal(page.server.requests[0].fields.epoch, "1");
  await page.server.answer(412, ofEpoch(2, { version: 2 }), { "Croupier-Epoch": "2", "Croupier-Code": "stale" });
  assert.equal(page.reloads, 1);
  assert.equal(page.outbox.isPending(), false);
  assert.equal(page.server.requests.length, 1);
  const after = await openTablet({ round: ROUND, step: "hands", epoch: 2, version: 2 }, "", page);
  after.pages.begin();
  after.outbox.resume();
  await settled();
  assert.equal(after.server.requests.length, 0);
  const [packet, ...others] = JSON.parse(page.local.getItem("croupier.late.7"));
  assert.deepEqual(
    [others.length, packet.epoch, packet.told, packet.acts.map(({ act }) => act)],
    [0, 1, true, ["deal", "settle_round"]],
  );
  assert.equal(JSON.stringify(packet).includes("284615"), false);
});

test("a tablet that was closed over a restore sends nothing of before, and says so once (AUD 3.5)", async () => {
  const page = await openTablet({ round: ROUND, step: "hands", epoch: 1 }, "");
  page.pages.begin();
  page.outbox.resume();
  page.outbox.send("deal", { number: 3 });
  const after = await openTablet({ round: ROUND, step: "hands", epoch: 2, version: 2 }, "", page);
  const { ui } = await after.load("tablet/store.js");
  after.pages.begin();
  after.outbox.resume();
  await settled();
  assert.equal(after.server.requests.length, 0);
  assert.match(ui.notice.text, /restored from a backup/);
  const again = await openTablet({ round: ROUND, step: "hands", epoch: 2, version: 2 }, "", page);
  const { ui: later } = await again.load("tablet/store.js");
  again.pages.begin();
  again.outbox.resume();
  assert.equal(later.notice, null);
});

test("a page of another epoch is asked for anew, though its version is lower (AUD 3.5)", async () => {
  const page = await openTablet({ round: ROUND, step: "hands", epoch: 1, version: 9 }, "");
  page.pages.begin();
  page.pages.adopt(ofEpoch(1, { version: 9 }));
  assert.equal(page.reloads, 0);
  page.pages.adopt(ofEpoch(2, { version: 3 }));
  assert.deepEqual([page.reloads, page.pages.table().version], [1, 9]);
});

test("an act says on what it was tapped, and by whom", async () => {
  const { server, outbox } = await tablet();
  outbox.send("deal", { number: 3 });
  await settled();
  const [{ address, method, headers, fields }] = server.requests;
  assert.equal(`${method} ${address}`, "POST /tables/7/act/");
  assert.equal(headers["X-CSRFToken"], "token");
  assert.deepEqual(
    { ...fields, command: "" },
    {
      act: "deal",
      command: "",
      version: "5",
      input: '{"number":3}',
      seen: "3:hands",
      dealer: "1001",
    },
  );
});

test("what builds on an act goes on from the version that the act made", async () => {
  const { server, outbox } = await tablet();
  outbox.send("deal", {});
  outbox.send("settle_round", {});
  await settled();
  await answer(server, 9);
  assert.equal(server.requests[1].fields.version, "9");
});

for (const [name, fail] of [
  ["a network that fails", (server) => server.lose()],
  ["503", (server) => server.answer(503)],
]) {
  test(`after ${name} the same act goes off again, under the same command id`, async () => {
    const { server, outbox } = await tablet();
    const command = outbox.send("deal", {});
    await settled();
    await fail(server);
    assert.equal(outbox.isWaiting(), true);
    assert.equal(server.requests.length, 1);
    await pass(400);
    await fail(server);
    await pass(400);
    assert.equal(server.requests.length, 2, "the second pause is longer");
    await pass(400);
    await answer(server, 6);
    assert.deepEqual(
      server.requests.map(({ fields }) => fields.command),
      [command, command, command],
    );
    assert.equal(outbox.isWaiting(), false);
  });
}

test("an answer that never comes is given up, and the act goes off again under the same id", async () => {
  const { server, outbox } = await tablet();
  const command = outbox.send("deal", {});
  await settled();
  assert.equal(outbox.isWaiting(), false);
  await pass(500);
  assert.equal(outbox.isWaiting(), true, "half a second is waiting that is shown");
  await pass(7500);
  await pass(400);
  assert.deepEqual(
    server.requests.map(({ fields }) => fields.command),
    [command, command],
  );
});

test("a server that fails at the same act again and again is told of, and the queue goes on", async () => {
  const { server, outbox, load } = await tablet();
  const { ui } = await load("tablet/store.js");
  const answers = [];
  outbox.onAnswer(({ act }, code) => answers.push([act, code]));
  outbox.send("deal", {});
  await settled();
  for (const pause of [400, 800, 1500, 0]) {
    await server.answer(500, "");
    await pass(pause);
  }
  assert.equal(outbox.isPending("deal"), false);
  assert.match(ui.notice.text, /^The server failed at this again and again\./);
  assert.deepEqual(answers, [["deal", "unknown"]]);
});

test("what was tapped on top of a refused act is dropped, and both are told of", async () => {
  const { server, outbox } = await tablet();
  const answers = [];
  outbox.onAnswer(({ act }, code) => answers.push([act, code]));
  outbox.send("enter_decisions", {});
  outbox.send("settle_round", {});
  await settled();
  await answer(server, 5, "bad_state");
  assert.deepEqual(answers, [
    ["enter_decisions", "bad_state"],
    ["settle_round", "dropped"],
  ]);
  assert.equal(server.requests.length, 1);
});

test("hands of other seats go on after one is refused, but not on a table that has moved on", async () => {
  for (const [code, sent] of [
    ["card_conflict", 2],
    ["stale", 1],
  ]) {
    const { server, outbox } = await tablet();
    outbox.send("enter_hands", { hands: [{ seat: 1 }] });
    outbox.send("enter_hands", { hands: [{ seat: 2 }] });
    await settled();
    await answer(server, 5, code);
    assert.equal(server.requests.length, sent, code);
  }
});

test("a reload takes up what waits, in its order and under its ids", async () => {
  const before = await tablet();
  const commands = [before.outbox.send("deal", {}), before.outbox.send("settle_round", {})];
  await settled();
  await before.server.lose();
  const after = await tablet(before);
  after.outbox.resume();
  await settled();
  await answer(after.server, 6);
  await answer(after.server, 7);
  assert.deepEqual(
    after.server.requests.map(({ fields }) => fields.command),
    commands,
  );
  const again = await tablet(after);
  again.outbox.resume();
  await settled();
  assert.equal(again.server.requests.length, 0);
});

test("a signature is sent, and never kept in the browser", async () => {
  const before = await tablet();
  before.outbox.send("void_round", {}, { badge: "2001", secret: "123456" });
  await settled();
  assert.equal(before.server.requests[0].fields.secret, "123456");
  assert.equal(before.local.getItem("croupier.outbox.7"), null);
});

test("no command id is ever used twice, over reloads or without a store", async () => {
  const first = await tablet();
  const used = [first.outbox.send("deal", {}), first.outbox.send("deal", {})];
  const second = await tablet(first);
  used.push(second.outbox.send("deal", {}));
  second.local.isForbidden = true;
  used.push(second.outbox.send("deal", {}), second.outbox.send("deal", {}));
  assert.equal(new Set(used).size, used.length);
  await settled();
});

test("an answer that is none of the act's has the page fetched anew, once, and the act is kept", async () => {
  const page = await tablet();
  page.outbox.send("deal", {});
  await settled();
  await page.server.answer(403, "signed out");
  assert.equal(page.reloads, 1);
  assert.equal(JSON.parse(page.local.getItem("croupier.outbox.7")).length, 1);
  await pass(5000);
  await page.server.answer(403, "signed out");
  assert.equal(page.reloads, 1, "not round and round");
});
