/**
 * Makes a piece of the page equal to a newer copy of it while keeping every element that stays the same: nothing
 * blinks, the focus stays where it is, and a finger that is down on a key lifts off the same key.
 */

/** @param {Element} live @param {Element} wanted */
export function morph(live, wanted) {
  matchAttributes(live, wanted);
  matchChildren(live, wanted);
}

/** @param {Element} live @param {Element} wanted */
function matchAttributes(live, wanted) {
  for (const { name, value } of wanted.attributes) {
    if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  for (const { name } of [...live.attributes]) {
    if (!wanted.hasAttribute(name)) live.removeAttribute(name);
  }
}

/** @param {Element} live @param {Element} wanted */
function matchChildren(live, wanted) {
  let present = live.firstChild;
  for (const node of [...wanted.childNodes]) {
    const match = partner(present, node);
    if (match === null) {
      live.insertBefore(node, present);
      continue;
    }
    removeFrom(present, match);
    present = match.nextSibling;
    if (node.nodeType === Node.ELEMENT_NODE) morph(/** @type {Element} */ (match), /** @type {Element} */ (node));
    else if (match.nodeValue !== node.nodeValue) match.nodeValue = node.nodeValue;
  }
  removeFrom(present, null);
}

/** Remove siblings, up to one that stays. @param {?ChildNode} first @param {?Node} end */
function removeFrom(first, end) {
  for (let node = first; node && node !== end; ) {
    const gone = node;
    node = node.nextSibling;
    gone.remove();
  }
}

/**
 * The first of the present siblings that can become the wanted node.
 * @param {?Node} present
 * @param {Node} node
 * @returns {?Node}
 */
function partner(present, node) {
  for (let candidate = present; candidate; candidate = candidate.nextSibling) {
    if (alike(candidate, node)) return candidate;
    // Elements with an id wait for their own; anything else is matched at its place only.
    if (!(node instanceof Element && node.id)) return null;
  }
  return null;
}

/** @param {Node} one @param {Node} other @returns {boolean} */
function alike(one, other) {
  if (one.nodeType !== other.nodeType || one.nodeName !== other.nodeName) return false;
  if (!(one instanceof Element)) return true;
  const name = other instanceof Element ? other : one;
  return one.id === name.id && one.getAttribute("data-view") === name.getAttribute("data-view");
}
