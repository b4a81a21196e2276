/** Keeps the tablet current: it asks with the version it has, and is answered 304 while nothing changed. */

import { find, mark, write } from "../shared/dom.js";
import { isReached, PART, poll } from "../shared/poll.js";
import { gettext } from "../shared/words.js";
import { hurry, isPending, isWaiting } from "./outbox.js";
import { adopt, paints, refresh, root, table } from "./page.js";

/** Milliseconds between two questions. */
const EVERY = 1500;

let reached = true;

/** Nothing to ask before the page has started. */
let askAgain = () => {};

/** Ask at once what the table is like. */
export const askNow = () => askAgain();

/** Begin asking. */
export function startLive() {
  askAgain = poll({ every: EVERY, ask, heard });
  const again = () => {
    hurry();
    askNow();
  };
  document.addEventListener("visibilitychange", () => document.hidden || again());
  window.addEventListener("online", again);
  window.addEventListener("offline", () => setReached(false));
  paints(paintLive);
}

function ask() {
  // What is on its way will bring the newest state itself; a hidden page has nobody to show it to.
  if (document.hidden || isPending()) return null;
  const address = `${root().dataset.liveUrl}?${new URLSearchParams({ v: table().tag })}`;
  return { address, init: { headers: PART } };
}

/** @param {import("../shared/poll.js").Answer} answer */
function heard(answer) {
  setReached(isReached(answer));
  if (answer.status === 200 && !isPending() && !adopt(answer.text)) location.reload();
  if (answer.status === 401 || answer.status === 404) location.reload();
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
  // The sign on what has not been sent yet stands here with its words.
  const unsent = !waiting && Boolean(find(copy, ".felt .is-sending"));
  mark(live, "is-unsent", unsent);
  if (unsent) write(find(copy, ".live-word"), gettext("Sending"));
  if (live && waiting) live.setAttribute("title", gettext("Waiting for the network"));
}
