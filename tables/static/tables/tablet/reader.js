/**
 * A reader of badges that types like a keyboard: digits one quickly after the other, and Enter (OPS 1.8).
 * Digits are held
 * back for a moment nobody feels, to tell a reader from a person: digits are ranks of cards too.
 */

/** No person types two keys, and goes on so, closer together than this; milliseconds. */
const QUICK = 35;
/** How many digits a badge has at least: fewer, ended by Enter, are a person's. */
const FEWEST = 4;

/**
 * @typedef {object} Typing
 * @property {(badge: string) => void} read A badge was read.
 * @property {(event: KeyboardEvent) => void} type A key of a person.
 */

/** Keys held back. @type {KeyboardEvent[]} */
let held = [];
/** What becomes of them. @type {?Typing} */
let typist = null;
let timer = 0;
/**
 * The field that the reader types into, and what stood there before. @type {{field: ?HTMLInputElement, text:
 * string}}
 */
let before = { field: null, text: "" };

/** @param {KeyboardEvent} event */
const isDigit = ({ key, repeat }) => /^\d$/.test(key) && !repeat;

/** Whether a key follows the one held back last as quickly as a reader types. @param {KeyboardEvent} event */
function isQuick({ timeStamp }) {
  const last = held.at(-1);
  return last === undefined || timeStamp - last.timeStamp <= QUICK;
}

/**
 * Take a key in, and hand it on: as a person's at once or a moment later, or together with others as a badge.
 * @param {KeyboardEvent} event @param {Typing} typing
 */
export function listenForReader(event, typing) {
  typist = typing;
  clearTimeout(timer);
  if (!isQuick(event)) releaseKeys();
  if (isDigit(event)) hold(event);
  else if (event.key === "Enter" && held.length >= FEWEST) end(event, typing);
  else {
    releaseKeys();
    typing.type(event);
  }
}

/** @param {KeyboardEvent} event */
function hold(event) {
  if (!held.length) {
    const field = event.target instanceof HTMLInputElement ? event.target : null;
    before = { field, text: field?.value ?? "" };
  }
  // A field takes its text itself; everything else waits for what the key will mean.
  if (!before.field) event.preventDefault();
  held.push(event);
  timer = window.setTimeout(releaseKeys, QUICK);
}

/** They were a person's: what they mean is done, in their order, and before a tap that comes after them. */
export function releaseKeys() {
  const keys = held;
  held = [];
  for (const key of keys) typist?.type(key);
}

/** They were a reader's: the field it typed into is as it was. @param {KeyboardEvent} event @param {Typing} typing */
function end(event, typing) {
  event.preventDefault();
  const badge = held.map(({ key }) => key).join("");
  held = [];
  if (before.field) before.field.value = before.text;
  typing.read(badge);
}
