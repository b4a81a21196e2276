/**
 * The time of the player to act (DRAW 2.7): counted down by the server's clock, never by the tablet's own. What
 * the end of it means is decided by the server; the page shows it and asks.
 */

import { find, mark, write } from "../shared/dom.js";
import { gettext } from "../shared/words.js";
import { askNow } from "./live.js";
import { isPending } from "./outbox.js";
import { follows, paints, table } from "./page.js";

const SAMPLES = 8;
const TICK = 250;
/** The last seconds are shown more urgently. */
const SOON = 5;
/** How soon after its end the page asks what came of it. */
const LEARN = 700;

/**
 * How far the page's clock, which nobody can set, is ahead of the server's, seen at the last answers: the quickest is
 * nearest.
 * @type {number[]}
 */
let offsets = [];
let askedFor = "";

/** Milliseconds left, negative once the time is up. @returns {number} */
function left() {
  const { clock } = table();
  return Date.parse(clock.deadline) - (performance.now() - Math.min(...offsets));
}

/** Whether the time of the player to act is up. */
export const isUp = () => Boolean(table().clock) && !table().clock.stopped && left() <= 0;

follows((data) => {
  if (data.clock) offsets = [...offsets, performance.now() - Date.parse(data.clock.now)].slice(-SAMPLES);
});

/** @param {ParentNode} place */
function paint(place) {
  const { clock } = table();
  if (!clock) return;
  const element = find(place, ".clock.is-set");
  const share = clock.stopped ? 1 : Math.max(0, Math.min(1, left() / (clock.seconds * 1000)));
  const seconds = Math.min(clock.seconds, Math.max(0, Math.ceil(left() / 1000)));
  mark(element, "is-stopped", clock.stopped);
  mark(element, "is-soon", !clock.stopped && !isUp() && seconds <= SOON);
  mark(element, "is-up", isUp());
  write(find(place, ".clock.is-set .clock-figure"), clock.stopped ? "❚❚" : seconds);
  find(place, ".clock.is-set .clock-left")?.setAttribute(
    "stroke-dashoffset",
    String(Math.round(1000 - share * 1000) / 10),
  );
  paintEnd(place, element?.closest(".seat") ?? null);
}

/**
 * What stands at the seat, and the key of a dealer who keeps the time.
 * @param {ParentNode} place
 * @param {?Element} seat
 */
function paintEnd(place, seat) {
  const { clock } = table();
  const key = find(place, "[data-clock='time']");
  const isAlarm = isUp() && !isPending("take_actions");
  mark(seat, "is-late", isAlarm);
  key?.toggleAttribute("disabled", !isAlarm);
  mark(key, "is-alarm", isAlarm);
  if (!seat || isPending("take_actions")) return;
  const word = find(seat, ".seat-word");
  if (clock.stopped) write(word, gettext("Clock stopped"));
  else if (isAlarm) write(word, gettext("Time is up"));
}

function tick() {
  const { clock } = table();
  if (!clock || document.hidden) return;
  paint(document);
  if (isUp() && !clock.by_dealer && askedFor !== clock.deadline) {
    askedFor = clock.deadline;
    window.setTimeout(() => askNow(), LEARN);
  }
}

/** Begin counting. */
export function startClock() {
  paints(paint);
  window.setInterval(tick, TICK);
}
