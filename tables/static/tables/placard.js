/** Keeps the placard current: it asks with the tag of what it shows, and is answered 304 while nothing changed. */

const EVERY = 3000;
// No smaller than this share of the full size; what is longer still goes on below the edge.
const SMALLEST = 0.5;
const STEP = 0.02;

let tag = "";

/** Make everything as large as the screen allows, so that nothing has to be scrolled: limits side by side, then all. */
function fit() {
  const root = document.documentElement;
  root.style.setProperty("--size", "1");
  shrink("--limits", () => root.scrollWidth <= window.innerWidth);
  shrink("--size", () => root.scrollHeight <= window.innerHeight);
}

/**
 * @param {string} name of a size in the style sheet
 * @param {() => boolean} fits
 */
function shrink(name, fits) {
  for (let size = 1; size >= SMALLEST; size -= STEP) {
    document.documentElement.style.setProperty(name, size.toFixed(2));
    if (fits()) return;
  }
}

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

async function ask() {
  try {
    /** @type {RequestInit} */
    const how = { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store", credentials: "omit" };
    const answer = await fetch(location.href, how);
    if (answer.status === 200) {
      adopt(new DOMParser().parseFromString(await answer.text(), "text/html"));
      tag = answer.headers.get("ETag") || "";
    }
    note(answer.status === 200 || answer.status === 304);
  } catch {
    note(false);
  }
  setTimeout(ask, EVERY);
}

fit();
window.addEventListener("resize", fit);
if (!("past" in (document.getElementById("placard")?.dataset ?? {}))) setTimeout(ask, EVERY);
