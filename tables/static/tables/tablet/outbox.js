/**
 * Acts on their way to the server, in the order in which they were tapped. Each has its command id from the moment it
 * is tapped, so that sending it again, after a dropped request or a reload, never acts twice (OPS 5.10).
 */

import { gettext } from "../shared/words.js";
import { adopt, isAnotherEpoch, refresh, root, table } from "./page.js";
import { keep, load, ui } from "./store.js";

/**
 * @typedef {object} Act
 * @property {string} act
 * @property {string} command
 * @property {number} version The version of the table it was tapped on.
 * @property {object} input
 * @property {string} seen The round and step it was tapped on.
 * @property {string} dealer The badge of the dealer tapped in then: nobody else does it in their name.
 * @property {Record<string, string>} [signature] Never kept.
 * @property {{act: string, command: string, input: object}} [followUp] Done in the same request once this one is done.
 * @property {number} [faults] How often the server itself failed at it.
 */

const PAUSES = [400, 800, 1500, 3000, 5000];
const PATIENCE = 8000;
/** An answer that takes longer than this is said to be waited for. */
const LATE = 500;
/** A server that fails at the same act this often will not learn; the queue behind it has to go on. */
const MOST_FAULTS = 4;

/** The code of a refusal that a signature lifts. */
export const UNSIGNED = "needs_signature";
/** The codes of a refusal of the signature itself: it can be given once more, or by another person. */
const UNPROVED = ["not_allowed", "locked"];

/**
 * Whether an act that was refused waits for a signature, the first one or another.
 * @param {Act} act @param {string} code
 */
export const isToBeSigned = (act, code) =>
  code === UNSIGNED || (act.signature !== undefined && UNPROVED.includes(code));

/** @type {Act[]} */
let queue = [];
let sending = false;
let failures = 0;
let isLate = false;
let timer = 0;
/** @type {((act: Act, code: string) => void)[]} */
const listeners = [];

/**
 * Hear of each act the server has answered; the code is empty where it was done.
 * @param {(act: Act, code: string) => void} listener
 */
export const onAnswer = (listener) => listeners.push(listener);

/** Whether something is on its way. @param {string} [act] @returns {boolean} */
export const isPending = (act) => queue.some((entry) => !act || entry.act === act);

/** Whether anything else than these is on its way. @param {Set<string>} acts @returns {boolean} */
export const isPendingBut = (acts) => queue.some((entry) => !acts.has(entry.act));

/** The seats at which one of these acts is on its way. @param {Set<string>} acts @returns {number[]} */
export const pendingSeats = (acts) =>
  queue.filter((entry) => acts.has(entry.act)).map((entry) => Number(/** @type {{seat: number}} */ (entry.input).seat));

/**
 * Whether the server cannot be reached, or takes longer than anybody should wait without being told.
 * @returns {boolean}
 */
export const isWaiting = () => (failures > 0 || isLate) && queue.length > 0;

/** Whether the command is still on its way. @param {string} command @returns {boolean} */
export const isUnderWay = (command) => queue.some((entry) => entry.command === command);

/** What is on its way of one kind, first tapped first. @param {string} act @returns {Act[]} */
export const underWay = (act) => queue.filter((entry) => entry.act === act);

/** Take up what a reload has left. */
export function resume() {
  queue = load("outbox") ?? [];
  const { epoch } = table();
  const known = load("epoch");
  if (known !== null && epoch !== undefined && known !== epoch) setAside(known);
  keep("epoch", epoch ?? null);
  tellLate();
  if (queue.length) void work();
}

/**
 * The database was restored: what was tapped before is not sent to a server that knows nothing of it. It stays
 * here as a late packet, for the floor (AUD 3.5).
 * @param {number} epoch The epoch it was tapped in.
 */
function setAside(epoch) {
  const acts = queue.map(({ signature, ...act }) => act);
  keep("late", [...(load("late") ?? []), { epoch, acts, draft: load("draft"), told: false }]);
  keep("draft", null);
  queue = [];
  save();
}

/** Say once that the server was restored, and how much was not sent. */
function tellLate() {
  const packets = load("late") ?? [];
  const untold = packets.filter((/** @type {{told: boolean}} */ packet) => !packet.told);
  if (!untold.length) return;
  keep(
    "late",
    packets.map((/** @type {object} */ packet) => ({ ...packet, told: true })),
  );
  const unsent = untold.reduce(
    (/** @type {number} */ sum, /** @type {{acts: Act[]}} */ { acts }) => sum + acts.length,
    0,
  );
  ui.notice = {
    text: unsent
      ? gettext(
          "The system was restored from a backup. What was not sent is kept here and was not done: call the floor.",
        )
      : gettext("The system was restored from a backup. Look at the table and call the floor."),
    ways: [],
  };
  refresh();
}

/**
 * Queue an act; the page repaints at once and the sending goes on behind it.
 * @param {string} act
 * @param {object} input
 * @param {Record<string, string>} [signature]
 * @returns {string} its command id
 */
export function send(act, input, signature) {
  const entry = tapped(act, input);
  enqueue(signature ? { ...entry, signature } : entry);
  return entry.command;
}

/**
 * Queue two acts that go off in one request, the second on top of the first; each has its own command id.
 * @param {string} act @param {object} input @param {string} second @param {object} secondInput
 */
export function sendBoth(act, input, second, secondInput) {
  const entry = tapped(act, input);
  enqueue({ ...entry, followUp: { act: second, command: nextCommand(), input: secondInput } });
}

/** @param {string} act @param {object} input @returns {Act} */
function tapped(act, input) {
  const { version, round, step, dealer } = table();
  const last = queue.at(-1);
  return {
    act,
    command: nextCommand(),
    version: last ? last.version : version,
    input,
    seen: `${round?.number ?? 0}:${step}`,
    dealer: dealer?.badge ?? "",
  };
}

/** @param {Act} entry */
function enqueue(entry) {
  queue.push(entry);
  save();
  refresh();
  void work();
}

/** What was counted last, here too: the browser's store may be full or forbidden, and other pages write to it. */
let counted = { seed: "", count: 0 };

/** The served form brings the beginning of its command ids; what follows counts, over reloads too. @returns {string} */
function nextCommand() {
  const { seed } = table();
  const used = [counted, load("commands")].map((known) => (known?.seed === seed ? known.count : 0));
  counted = { seed, count: Math.max(...used) + 1 };
  keep("commands", counted);
  return `${seed}-${counted.count}`;
}

function save() {
  const kept = queue.filter((entry) => !entry.signature);
  keep("outbox", kept.length ? kept : null);
}

async function work() {
  if (sending) return;
  sending = true;
  clearTimeout(timer);
  while (queue.length) {
    const entry = queue[0];
    const late = window.setTimeout(sayLate, LATE);
    const response = await attempt(entry);
    clearTimeout(late);
    isLate = false;
    if (!response || (isFault(response) && !isHopeless(entry, response))) {
      failures += 1;
      timer = window.setTimeout(work, PAUSES[Math.min(failures, PAUSES.length) - 1]);
      refresh();
      break;
    }
    failures = 0;
    await answered(entry, response);
    if (queue[0] === entry) {
      timer = window.setTimeout(work, PAUSES.at(-1));
      break;
    }
  }
  sending = false;
}

function sayLate() {
  isLate = true;
  refresh();
}

/** A refusal of the act has its code, under any status. @param {Response} response @returns {boolean} */
function isFault(response) {
  return response.status >= 500 && !response.headers.has("Croupier-Code");
}

/** @param {Act} entry @param {Response} response @returns {boolean} */
function isHopeless(entry, response) {
  entry.faults = (entry.faults ?? 0) + (response.status === 500 ? 1 : 0);
  return entry.faults >= MOST_FAULTS;
}

/** Try at once instead of after the pause. */
export function hurry() {
  if (queue.length && !sending) void work();
}

/** @param {Act} entry @returns {Promise<?Response>} null where the network failed */
async function attempt(entry) {
  const body = new URLSearchParams({
    act: entry.act,
    command: entry.command,
    version: String(entry.version),
    input: JSON.stringify(entry.input),
    seen: entry.seen,
    dealer: entry.dealer ?? "",
    ...(table().epoch === undefined ? {} : { epoch: String(table().epoch) }),
    ...(entry.followUp ? { follow_up: JSON.stringify(entry.followUp) } : {}),
    ...entry.signature,
  });
  try {
    const response = await fetch(String(root().dataset.actUrl), {
      method: "POST",
      body,
      headers: { "X-CSRFToken": String(root().dataset.csrf) },
      credentials: "same-origin",
      signal: timeout(),
    });
    return response;
  } catch {
    return null;
  }
}

function timeout() {
  const control = new AbortController();
  window.setTimeout(() => control.abort(), PATIENCE);
  return control.signal;
}

/** @param {Act} entry @param {Response} response */
async function answered(entry, response) {
  const html = await response.text().catch(() => null);
  if (html === null) return;
  if (isAnotherEpoch(response.headers.get("Croupier-Epoch"))) {
    setAside(table().epoch);
    keep("epoch", Number(response.headers.get("Croupier-Epoch")));
    location.reload();
    return;
  }
  const version = response.headers.get("Croupier-Version");
  if (version === null && response.status < 500) {
    // Not an answer of the act: the session or its form token has ended. The page is fetched anew and sends it again.
    reload();
    return;
  }
  const code = response.ok ? "" : (response.headers.get("Croupier-Code") ?? "unknown");
  const dropped = leave(entry, code, Number(version));
  for (const listener of listeners) {
    listener(entry, code);
    for (const other of dropped) listener(other, "dropped");
  }
  if (version === null)
    ui.notice = {
      text: gettext(
        "The server failed at this again and again. Look at the table, then try once more or call the floor.",
      ),
      ways: [],
    };
  if (!adopt(html)) refresh();
}

/**
 * Take an answered act off the queue. What was tapped on top of it goes on from the version it made; on top of a
 * refused one it goes on only where it does not build on it, as hands of other seats do.
 * @param {Act} entry
 * @param {string} code
 * @param {number} version
 * @returns {Act[]} those dropped
 */
function leave(entry, code, version) {
  const behind = queue.filter((other) => other !== entry);
  const chained = behind.filter((other) => other.version === entry.version);
  const dropped = code ? chained.filter((other) => code === "stale" || other.act !== entry.act) : [];
  if (!code) for (const other of chained) other.version = version;
  queue = behind.filter((other) => !dropped.includes(other));
  save();
  return dropped;
}

/** Fetch the page anew, but never round and round. */
function reload() {
  const last = Number(sessionStorage.getItem("croupier.reloaded"));
  if (Date.now() - last < 10_000) return;
  sessionStorage.setItem("croupier.reloaded", String(Date.now()));
  location.reload();
}
