/** What a page writes down in this browser; a store that is full or forbidden costs what would be kept. */

/** @param {string} key @returns {any} what was kept, or null */
export function readKept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {any} value what to keep; null forgets it */
export function writeKept(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}
