/** Small hands for painting. */

/** @param {ParentNode} parent @param {string} selector @returns {?HTMLElement} */
export const find = (parent, selector) => parent.querySelector(selector);

/** @param {ParentNode} parent @param {string} selector @returns {HTMLElement[]} */
export const all = (parent, selector) => [
  .../** @type {NodeListOf<HTMLElement>} */ (parent.querySelectorAll(selector)),
];

/** @param {?Element} element @param {string | number} text */
export function write(element, text) {
  if (element) element.textContent = String(text);
}

/** Put a text into a field that people write in. @param {string} id @param {string} text */
export function fillIn(id, text) {
  const field = document.getElementById(id);
  if (field instanceof HTMLInputElement) field.value = text;
}

/** @param {?Element} element @param {string} name @param {boolean} on */
export function mark(element, name, on) {
  element?.classList.toggle(name, on);
}

/** @param {?Element} element @param {boolean} shown */
export function show(element, shown) {
  element?.toggleAttribute("hidden", !shown);
}

/** @param {?Element} element @param {boolean} pressed */
export function press(element, pressed) {
  element?.setAttribute("aria-pressed", String(pressed));
}

/**
 * The one next step of a view: what it says, and why it cannot be taken.
 * @param {?Element} view @param {string} label @param {string} why
 */
export function nextStep(view, label, why) {
  const button = view?.querySelector(".next-step");
  if (!view || !button) return;
  write(button.querySelector(".next-label"), label);
  mark(button, "is-long", label.length > 22);
  write(view.querySelector(".why"), why);
  if (why) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}
