/** How long something has lasted, counted on by the server's clock, never by the browser's own. */

import { all, write } from "../shared/dom.js";
import { fill, gettext } from "../shared/words.js";

const MINUTE = 60_000;
const HOUR = 60;

/** How far the page's clock, which nobody can set, is ahead of the server's: the quickest answer is nearest. */
let offset = Infinity;

/** @param {?string} now The server's time in an answer that has just come. */
export function watchTime(now) {
  if (now) offset = Math.min(offset, performance.now() - Date.parse(now));
}

/** @param {ParentNode} copy */
export function paintMinutes(copy) {
  if (offset === Infinity) return;
  for (const element of all(copy, ".minutes[data-since]")) {
    const since = Date.parse(String(element.dataset.since));
    write(element, words(Math.max(0, Math.floor((performance.now() - offset - since) / MINUTE))));
  }
}

/** @param {number} minutes */
function words(minutes) {
  if (minutes < HOUR) return fill(gettext("%(minutes)s min"), { minutes });
  return fill(gettext("%(hours)s h %(minutes)s"), {
    hours: Math.floor(minutes / HOUR),
    minutes: String(minutes % HOUR).padStart(2, "0"),
  });
}
