/** Keeps the placard current: it asks with the tag of what it shows, and is answered 304 while nothing changed. */

import { poll } from "../shared/poll.js";
import { fit } from "./fit.js";

/** Milliseconds between two questions. */
const EVERY = 3000;

let tag = "";

/** @param {Document} newest */
function adopt(newest) {
  const [old, next] = [document, newest].map((page) => page.getElementById("placard"));
  if (!old || !next || styles(document) !== styles(newest)) return location.reload();
  document.title = newest.title;
  old.replaceWith(document.adoptNode(next));
  fit();
}

/** @param {Document} page */
function styles(page) {
  return [...page.querySelectorAll("link[rel='stylesheet'], script[src]")]
    .map((part) => part.getAttribute("href") || part.getAttribute("src"))
    .join();
}

/** @param {boolean} reached */
function note(reached) {
  const place = document.getElementById("placard-note");
  const words = document.getElementById("placard")?.dataset.lost || "";
  if (place) place.textContent = reached ? "" : words;
}

function ask() {
  const init = { headers: tag ? { "If-None-Match": tag } : undefined, credentials: /** @type {const} */ ("omit") };
  return { address: location.href, init };
}

/** @param {import("../shared/poll.js").Answer} answer */
function heard({ status, text, tag: newest }) {
  if (status === 200) {
    adopt(new DOMParser().parseFromString(text, "text/html"));
    tag = newest;
  }
  note(status === 200 || status === 304);
}

fit();
window.addEventListener("resize", () => fit());
window.addEventListener("beforeprint", () => fit("paper"));
window.addEventListener("afterprint", () => fit());
if (!("past" in (document.getElementById("placard")?.dataset ?? {}))) poll({ every: EVERY, ask, heard });
