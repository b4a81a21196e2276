/** What the dealer has tapped and the server does not know yet: wagers and hands (LOOK 1.3, 1.6). */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { fragment, openTablet, settled } from "./browser.js";

const SEATS = [1, 2, 3].map((seat) => ({ seat, state: "playing", chips: 50_000 }));
const LIMITS = { ante: { min: 1000, max: 30_000 }, flush: { min: 500, max: 10_000 }, straight_flush: null };
const RULES = { limits: LIMITS, terms: {} };
const SPOTS = { ante: ["Ante"], flush: ["Flush"], straight_flush: ["Straight Flush"] };

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

/** @param {object} [round] */
const betting = (round = {}) => ({
  step: "betting",
  seats: SEATS,
  rules: RULES,
  spots: SPOTS,
  round: { number: 3, designated_player: 1, play: { wagers: {} }, ...round },
});

/** @param {object} [data] @param {object} [kept] */
async function wagering(data = betting(), kept = {}) {
  const page = await openTablet(data, "", kept);
  page.betting = await page.load("tablet/steps/betting.js");
  page.store = await page.load("tablet/store.js");
  page.pages.begin();
  return page;
}

/** What was sent of wagers. */
const rows = ({ server }) => server.requests.map(({ fields }) => JSON.parse(fields.input).wagers);

/** @param {number} milliseconds */
async function pass(milliseconds) {
  mock.timers.tick(milliseconds);
  await settled();
}

test("chips of one seat go off together, shortly after the last tap", async () => {
  const page = await wagering();
  page.betting.light(2);
  page.betting.handlers.chip({ value: "1000" });
  await pass(800);
  page.betting.handlers.chip({ value: "500" });
  await pass(800);
  assert.deepEqual(rows(page), []);
  await pass(100);
  assert.deepEqual(rows(page), [[{ seat: 2, ante: 1500 }]]);
});

test("the designated player and who sits out do not wager", async () => {
  const data = betting();
  data.seats = [...SEATS, { seat: 4, state: "sitting_out", chips: 0 }];
  const page = await wagering(data);
  assert.deepEqual(page.betting.players(), [2, 3]);
});

test("wagers that cannot stand wait until they can", async () => {
  const page = await wagering();
  page.betting.light(2);
  page.betting.handlers.spot({ spot: "flush" });
  page.betting.handlers.chip({ value: "500" });
  await pass(2000);
  assert.deepEqual(rows(page), [], "a bonus needs an Ante");
  page.betting.handlers.spot({ spot: "ante" });
  page.betting.handlers.chip({ value: "500" });
  await pass(2000);
  assert.deepEqual(rows(page), [], "an Ante below its limit");
  page.betting.handlers.chip({ value: "500" });
  await pass(2000);
  assert.deepEqual(rows(page), [[{ seat: 2, ante: 1000, flush: 500 }]]);
});

test("what was tapped is there again after a reload, and goes off with the next seat", async () => {
  const before = await wagering();
  before.betting.light(2);
  before.betting.handlers.chip({ value: "1000" });
  const after = await wagering(betting(), before);
  assert.deepEqual(after.store.draft().wagers[2].amounts, { ante: 1000 });
  after.betting.light(3);
  await settled();
  assert.deepEqual(rows(after), [[{ seat: 2, ante: 1000 }]]);
});

test("drafts of another round are forgotten, and so are wagers before a deal", async () => {
  const before = await wagering();
  before.betting.light(2);
  before.betting.handlers.chip({ value: "1000" });
  const next = await wagering(betting({ number: 4 }), before);
  assert.deepEqual(next.store.draft().wagers, {});
  next.betting.light(2);
  next.betting.handlers.chip({ value: "1000" });
  next.pages.adopt(fragment({ ...betting({ number: 4 }), step: "decisions", version: 6 }));
  assert.deepEqual(next.store.draft().wagers, {});
});

test("a draft goes once the server has it, and stays where it was refused", async () => {
  const page = await wagering();
  page.betting.light(2);
  page.betting.handlers.chip({ value: "1000" });
  await pass(900);
  await page.server.answer(409, fragment(betting()), { "Croupier-Version": "5", "Croupier-Code": "bad_amount" });
  assert.deepEqual(page.store.draft().wagers[2].amounts, { ante: 1000 });
  page.betting.flush();
  await settled();
  const placed = betting({ play: { wagers: { 2: { ante: 1000 } } } });
  await page.server.answer(200, fragment({ ...placed, version: 6 }), { "Croupier-Version": "6" });
  assert.deepEqual(page.store.draft().wagers, {});
});

/** @param {object} page @param {string} code @param {object} data */
const refuse = (page, code, data) =>
  page.server.answer(409, fragment(data, SEAT), { "Croupier-Version": "5", "Croupier-Code": code });

const VIEWS = ["step", "wagers", "decisions"].map((view) => `<div data-view="${view}"></div>`).join("");
const SEAT = `<div id="seat-2"><span class="seat-word"></span></div>${VIEWS}`;

/** @param {object} page */
const word = ({ document }) => document.querySelector("#seat-2 .seat-word").textContent;

test("a wager that was refused says so at its seat until it is changed or sent again", async () => {
  const page = await openTablet(betting(), SEAT);
  page.betting = await page.load("tablet/steps/betting.js");
  page.pages.begin();
  page.pages.paints(page.betting.paint);
  page.betting.light(2);
  page.betting.handlers.chip({ value: "1000" });
  page.pages.refresh();
  assert.equal(word(page), "", "it goes off by itself");
  await pass(900);
  await refuse(page, "bad_amount", betting());
  assert.equal(word(page), "Not sent");
  page.betting.flush();
  page.pages.refresh();
  assert.equal(word(page), "");
});

const SHOWDOWN = { ...betting(), step: "hands", spots: { ...SPOTS, raise: ["Raise", "Raise"] } };
SHOWDOWN.rules = { limits: {}, terms: { raise_caps: { any: 3 } } };
SHOWDOWN.round = {
  ...{ number: 3, designated_player: 1, deal_order: [2, 3, 1], hands_needed: [] },
  play: { wagers: { 2: { ante: 1000 } }, decisions: { 2: { decision: "raise", raise: 1000 } }, hands: {} },
};

/** A showdown whose decisions can be changed, and wagers found different. @param {object} [kept] */
async function afterTheDeal(kept = {}) {
  const page = await openTablet(SHOWDOWN, SEAT, kept);
  page.decisions = await page.load("tablet/steps/decisions.js");
  page.betting = await page.load("tablet/steps/betting.js");
  const { draft, ui } = await page.load("tablet/store.js");
  for (const { paint } of [page.betting, page.decisions]) page.pages.paints(paint);
  page.pages.begin();
  return { ...page, draft, ui };
}

/** @param {object} page */
function foldLate(page) {
  page.ui.aside = "decisions";
  page.decisions.handlers.decide({ seat: "2", choice: "fold" });
  page.decisions.next();
}

test("a change that has to be signed is gone until it is signed, also after a reload", async () => {
  const page = await afterTheDeal();
  foldLate(page);
  page.pages.refresh();
  assert.equal(page.draft().decisions[2].decision.decision, "fold", "it is on its way");
  await refuse(page, "needs_signature", SHOWDOWN);
  assert.deepEqual(page.draft().decisions, {});
  assert.deepEqual((await afterTheDeal(page)).draft().decisions, {});
});

test("a change refused for another reason comes back with its panel, and goes with it", async () => {
  const page = await afterTheDeal();
  foldLate(page);
  await refuse(page, "short_chips", SHOWDOWN);
  assert.deepEqual([page.ui.aside, page.ui.seat], ["decisions", 2]);
  assert.equal(page.draft().decisions[2].decision.decision, "fold");
  page.ui.aside = "";
  page.pages.refresh();
  assert.deepEqual(page.draft().decisions, {});
});

test("what was tapped in a panel and not sent is gone with the panel", async () => {
  const page = await afterTheDeal();
  page.ui.aside = "wagers";
  page.betting.light(2);
  page.betting.handlers.chip({ value: "500" });
  page.pages.refresh();
  assert.deepEqual(page.draft().wagers[2].amounts, { ante: 1500 });
  page.ui.aside = "floor";
  page.pages.refresh();
  assert.deepEqual(page.draft().wagers, {});
});

test("an action of the draw that was refused is not shown as done", async () => {
  const round = { number: 3, turn: 2, to_call: 0, players: {}, options: [], play: { actions: [] } };
  const page = await openTablet({ step: "exchange", rules: RULES, round }, SEAT);
  const actions = await page.load("tablet/steps/actions.js");
  page.pages.begin();
  page.pages.paints(actions.paint);
  page.outbox.send("take_actions", { number: 3, actions: [{ seat: 2, do: "draw" }] });
  await settled();
  assert.equal(word(page), "Draws");
  await refuse(page, "not_your_turn", { step: "exchange", rules: RULES, round });
  assert.equal(word(page), "");
});

const PAD = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
const KEYS = PAD.map((card) => `<button class="pad-key" data-card="${card}"></button>`).join("");

/** @param {object} [play] @param {object} [kept] */
async function showdown(play = {}, kept = {}) {
  const round = { number: 3, hands_needed: [1, 2], play: { hands: {}, ...play } };
  const page = await openTablet({ step: "hands", hand_size: 7, shows: [1, 2], round }, KEYS, kept);
  page.hands = await page.load("tablet/steps/hands.js");
  page.store = await page.load("tablet/store.js");
  page.pages.begin();
  return page;
}

/** @param {{hands: any}} page @param {string} cards */
function deal({ hands }, cards) {
  for (const card of cards.match(/../g)) hands.handlers.card({ card });
}

test("the seventh card sends the hand, and the pad goes on to the next seat", async () => {
  const page = await showdown();
  deal(page, "AhKhQh9h8d7c");
  await settled();
  assert.equal(page.server.requests.length, 0);
  deal(page, "2c3c");
  await settled();
  assert.deepEqual(JSON.parse(page.server.requests[0].fields.input).hands, [{ seat: 1, cards: "AhKhQh9h8d7c2c" }]);
  assert.deepEqual(page.store.draft().hands[2].cards, ["3c"]);
});

test("a card that lies in another hand is refused with the hand it is in", async () => {
  const page = await showdown({ hands: { 2: "AsKsQs9s8c7d2d" } });
  deal(page, "As");
  assert.match(page.store.ui.notice.text, /^A♠.? is already in seat 2's hand\.$/u);
  assert.equal(page.store.draft().hands[1], undefined);
  for (const key of ["a", "h", "a", "h"]) page.hands.keys({ key });
  assert.match(page.store.ui.notice.text, /is already in this hand\.$/);
  assert.deepEqual(page.store.draft().hands[1].cards, ["Ah"]);
});

test("a lit key takes its card out, and the next card goes into the free slot", async () => {
  const page = await showdown();
  deal(page, "AhKhQhKh9h8d7c2c");
  await settled();
  assert.deepEqual(page.store.draft().hands[1].cards, ["Ah", "9h", "Qh", "8d", "7c", "2c"]);
  deal(page, "3c");
  await settled();
  assert.deepEqual(JSON.parse(page.server.requests[0].fields.input).hands, [{ seat: 1, cards: "Ah9hQh8d7c2c3c" }]);
});

test("one wrong card of a finished hand is two taps, on its way or in", async () => {
  const page = await showdown();
  deal(page, "AhKhQh9h8d7c2c");
  page.hands.handlers["hand-card"]({ seat: "1", card: "Qh" });
  deal(page, "Jh");
  await settled();
  await page.server.answer(200, fragment({ version: 5 }), { "Croupier-Version": "6" });
  const sent = page.server.requests.map(({ fields }) => JSON.parse(fields.input).hands[0].cards);
  assert.deepEqual(sent, ["AhKhQh9h8d7c2c", "AhKhJh9h8d7c2c"]);
});

test("an opened hand has its cards up, and is left as it was by a second tap on its seat", async () => {
  const page = await showdown({ hands: { 2: "AsKsQs9s8c7d2d" } });
  page.hands.tap(2);
  deal(page, "2s");
  assert.match(page.store.ui.notice.text, /tap the card that is wrong first/);
  deal(page, "Ks");
  assert.deepEqual(page.store.draft().hands[2], { cards: ["As", "", "Qs", "9s", "8c", "7d", "2d"], again: true });
  page.hands.tap(2);
  assert.equal(page.store.draft().hands[2], undefined);
});

test("the last card of a hand that is sent can be taken back", async () => {
  const page = await showdown();
  deal(page, "AhKhQh9h8d7c2c");
  page.hands.handlers["card-back"]();
  assert.deepEqual(page.store.draft().hands[1].cards, ["Ah", "Kh", "Qh", "9h", "8d", "7c"]);
  deal(page, "2d");
  await settled();
  await page.server.answer(200, fragment({ version: 5 }), { "Croupier-Version": "6" });
  const sent = page.server.requests.map(({ fields }) => JSON.parse(fields.input).hands[0].cards);
  assert.deepEqual(sent, ["AhKhQh9h8d7c2c", "AhKhQh9h8d7c2d"]);
});

test("half a hand is there again after a reload", async () => {
  const before = await showdown();
  deal(before, "AhKh");
  const after = await showdown({}, before);
  assert.deepEqual(after.store.draft().hands[1].cards, ["Ah", "Kh"]);
});

/** The page before is gone, and its timers with it. */
function unload() {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
}

test("what a reload came upon before it was sent goes off by itself", async () => {
  const before = await wagering();
  before.betting.light(2);
  before.betting.handlers.chip({ value: "1000" });
  unload();
  const after = await wagering(betting(), before);
  after.betting.resume();
  assert.deepEqual(rows(after), []);
  await pass(900);
  assert.deepEqual(rows(after), [[{ seat: 2, ante: 1000 }]]);
});

test("a tablet whose dealer is gone sends nothing of its own after a reload", async () => {
  const before = await wagering();
  before.betting.light(2);
  before.betting.handlers.chip({ value: "1000" });
  unload();
  const after = await wagering({ ...betting(), can_act: false }, before);
  after.betting.resume();
  await pass(2000);
  assert.deepEqual(rows(after), []);
});

test("decisions that a reload came upon go off by themselves, the last of a round does not", async () => {
  const data = (decisions = {}) => ({
    step: "decisions",
    seats: SEATS,
    rules: RULES,
    spots: SPOTS,
    round: { number: 3, designated_player: 1, deal_order: [2, 3, 1], play: { wagers: {}, decisions } },
  });
  const open = async (decisions, kept) => {
    const page = await openTablet(data(decisions), "", kept);
    page.decisions = await page.load("tablet/steps/decisions.js");
    page.pages.begin();
    return page;
  };
  const before = await open();
  before.decisions.handlers.decide({ seat: "2", choice: "fold", amount: "" });
  unload();
  const after = await open({}, before);
  after.decisions.resume();
  await pass(700);
  assert.equal(after.server.requests.length, 1);
  unload();
  const last = await open();
  last.decisions.handlers.decide({ seat: "2", choice: "fold", amount: "" });
  last.decisions.handlers.decide({ seat: "3", choice: "fold", amount: "" });
  unload();
  const again = await open({}, last);
  again.decisions.resume();
  await pass(2000);
  assert.equal(again.server.requests.length, 0, "the showdown waits for the dealer");
});
