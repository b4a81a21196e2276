/** Keeps the page current: htmx asks with the version it has and is answered 304 while nothing changed. */

import { hurry, isPending, isWaiting } from "./outbox.js";
import { find, mark, write } from "./dom.js";
import { adopt, paints, refresh, table } from "./page.js";
import { gettext } from "./words.js";

let reached = true;

/** Wire the polling element of the page. */
export function startLive() {
  const poll = /** @type {HTMLElement} */ (document.getElementById("poll"));
  poll.addEventListener("htmx:configRequest", (event) => {
    /** @type {CustomEvent} */ (event).detail.parameters.v = table().tag;
  });
  poll.addEventListener("htmx:beforeRequest", (event) => {
    // What is on its way will bring the newest state itself; a hidden page has nobody to show it to.
    if (document.hidden || isPending()) event.preventDefault();
  });
  poll.addEventListener("htmx:afterRequest", (event) => {
    const { xhr } = /** @type {CustomEvent} */ (event).detail;
    setReached(xhr.status > 0 && xhr.status < 500);
    if (xhr.status === 200 && !isPending() && !adopt(xhr.responseText)) location.reload();
    if (xhr.status === 401 || xhr.status === 404) location.reload();
  });
  const again = () => {
    hurry();
    poll.dispatchEvent(new Event("again"));
  };
  document.addEventListener("visibilitychange", () => document.hidden || again());
  window.addEventListener("online", again);
  window.addEventListener("offline", () => setReached(false));
  paints(paintLive);
}

/** @param {boolean} now */
function setReached(now) {
  if (now !== reached) {
    reached = now;
    refresh();
  }
}

/** @param {Element} copy */
function paintLive(copy) {
  const waiting = isWaiting() || !reached;
  const live = find(copy, "#live");
  mark(live, "is-waiting", waiting);
  write(find(copy, ".live-word"), waiting ? gettext("waiting") : gettext("live"));
  if (live && waiting) live.setAttribute("title", gettext("Waiting for the network"));
}
