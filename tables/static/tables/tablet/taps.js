/**
 * A tap is one tap (LOOK 1.10). Browsers end a touch with a click, and look for what it hits when the finger lifts off:
 * by then the page may show something else. So each contact remembers which key it came down on and what that key said,
 * and its click counts for that alone. Contacts are told apart by pointer, because elements stay while their meaning
 * changes.
 */

/**
 * @typedef {object} Contact
 * @property {string} meaning What the key said and did when the finger came down on it.
 * @property {boolean} isSpent Whether it has been answered already, or never will be: its click does nothing.
 */

/** Contacts of one key closer together than this, in milliseconds, are one: a wet finger, a thumb that trembles. */
const BOUNCE = 80;
/** Nobody has more fingers on a page: contacts before these have long ended. */
const FINGERS = 10;
/** The pointer id of a click that no pointer made: a keyboard, a screen reader, a script. */
const NO_POINTER = -1;
const KEYS = "[data-do], a, button, input, select, textarea, label, summary";

/** Contacts whose click has not come, by pointer. @type {Map<number, Contact>} */
const contacts = new Map();
/** Where fingers came down last, whatever stands there now. @type {{at: number, place: DOMRect}[]} */
let touched = [];
/** What the page showed when the key of the keyboard that is down was pressed. */
let heldIn = "";

/**
 * @typedef {object} Page
 * @property {() => string} scene What the page shows now; another one gives the same key another meaning.
 * @property {(key: Element) => boolean} isAtOnce Whether a key answers as soon as the finger comes down.
 * @property {(key: Element) => void} act
 */

/** Hear of every tap on the page. @param {Page} page */
export function listenToTaps(page) {
  document.addEventListener("pointerdown", (event) => comeDown(event, page));
  document.addEventListener("pointercancel", ({ pointerId }) => contacts.delete(pointerId));
  document.addEventListener("mousedown", (event) => keepFocus(event, page), true);
  document.addEventListener("click", (event) => click(event, page), true);
  document.addEventListener("keydown", (event) => keyDown(event, page), true);
}

/** @param {Event} event @param {string} selector @returns {?HTMLElement} */
const hit = (event, selector) => /** @type {Element} */ (event.target).closest(selector);

/** A key of the tablet. @param {Event} event */
const keyOf = (event) => hit(event, "#tablet [data-do]");

/**
 * What a press there would mean to a person who looks at the page. Keys of the step mean something else in the next
 * one; those of a panel beside it, and those of the frame, stay what they are.
 * @param {Event} event @param {Page} page @returns {string}
 */
function meaning(event, page) {
  const key = hit(event, KEYS);
  if (!key) return "";
  const view = /** @type {?HTMLElement} */ (key.closest("[data-view]"))?.dataset.view ?? "";
  return JSON.stringify([view, view === "step" ? page.scene() : "", key.id, { ...key.dataset }, key.textContent]);
}

/** @param {PointerEvent} event @param {Page} page */
function comeDown(event, page) {
  const key = keyOf(event);
  const isBounce = isBouncing(event, key);
  const isAnswered = !isBounce && event.button === 0 && key !== null && page.isAtOnce(key);
  contacts.delete(event.pointerId);
  contacts.delete(NO_POINTER);
  contacts.set(event.pointerId, { meaning: meaning(event, page), isSpent: isBounce || isAnswered });
  if (contacts.size > FINGERS) contacts.delete([...contacts.keys()][0]);
  if (isAnswered) page.act(key);
}

/**
 * Whether a contact is the trembling of one just before it, and remember where this one is. The place counts and not
 * the key: the first contact may have brought another key there.
 * @param {PointerEvent} event @param {?Element} key
 */
function isBouncing(event, key) {
  // A mouse has one button, which does not tremble on glass.
  if (event.pointerType === "mouse") return false;
  touched = touched.filter(({ at }) => event.timeStamp - at < BOUNCE);
  const before = touched.find(({ place }) => isWithin(place, event));
  const place = before?.place ?? key?.getBoundingClientRect();
  if (place) touched.push({ at: event.timeStamp, place });
  return Boolean(before);
}

/** @param {DOMRect} place @param {PointerEvent} event */
const isWithin = ({ left, top, right, bottom }, { clientX, clientY }) =>
  clientX >= left && clientX < right && clientY >= top && clientY < bottom;

/**
 * A tap does not take the keyboard's focus along: the keys go on meaning what they meant. What the browser makes of a
 * touch that was answered takes it nowhere either, not even into a field that has come to be there.
 * @param {MouseEvent} event @param {Page} page
 */
function keepFocus(event, page) {
  const last = [...contacts.values()].at(-1);
  if (keyOf(event) || (last && isOver(last, event, page))) event.preventDefault();
}

/** Whether the click of a contact does nothing. @param {Contact} contact @param {Event} event @param {Page} page */
const isOver = (contact, event, page) => contact.isSpent || contact.meaning !== meaning(event, page);

/** @param {MouseEvent} event @param {Page} page */
function click(event, page) {
  const contact = take(event);
  const key = keyOf(event);
  if (contact && isOver(contact, event, page)) {
    event.preventDefault();
    event.stopPropagation();
  } else if (key) page.act(key);
}

/**
 * The contact that a click belongs to. Browsers that do not say which pointer it was have had the last one in mind.
 * @param {MouseEvent} event @returns {?Contact} null for a click that no finger made
 */
function take(event) {
  const { pointerId = NO_POINTER } = /** @type {PointerEvent} */ (event);
  const isOfFinger = event.detail > 0;
  const id = contacts.has(pointerId) || !isOfFinger ? pointerId : ([...contacts.keys()].at(-1) ?? NO_POINTER);
  const contact = contacts.get(id) ?? null;
  contacts.delete(id);
  return contact;
}

/**
 * A key held down repeats, and a button is clicked when the space bar comes up: neither goes on into another view.
 * @param {KeyboardEvent} event @param {Page} page
 */
function keyDown(event, page) {
  contacts.delete(NO_POINTER);
  if (!event.repeat) heldIn = page.scene();
  if (hit(event, "input, textarea, select")) return;
  if (event.repeat && heldIn !== page.scene()) {
    event.preventDefault();
    event.stopPropagation();
  } else if ([" ", "Enter"].includes(event.key) && hit(event, KEYS)) {
    contacts.set(NO_POINTER, { meaning: meaning(event, page), isSpent: false });
  }
}
