/**
 * Keeps the placard current: it asks with the tag of what it shows, and is answered 304 while nothing changed. Where it
 * has two languages they take turns, one fading into the other (TAB 4.4).
 */

import { poll } from "../shared/poll.js";
import { fit } from "./fit.js";

/** Milliseconds between two questions. */
const EVERY = 3000;

/** Milliseconds that each of two languages stands, and that one takes to fade. */
const STANDS = 15_000;
const FADES = 600;

let tag = "";
/** The placard in each of its languages. */
let faces = facesOf(document);
let turn = 0;

/** @param {Document} page @returns {Element[]} */
function facesOf(page) {
  const others = [...page.querySelectorAll("template.placard-in-turn")].map((template) =>
    /** @type {HTMLTemplateElement} */ (template).content.querySelector("#placard"),
  );
  const all = [page.getElementById("placard"), ...others];
  return /** @type {Element[]} */ (all.filter(Boolean)).map((face) => /** @type {Element} */ (face.cloneNode(true)));
}

/** Show the language whose turn it is. @param {boolean} [fades] */
function put(fades = false) {
  const next = /** @type {Element} */ (document.importNode(faces[turn % faces.length], true));
  next.classList.toggle("is-fading", fades);
  document.getElementById("placard")?.replaceWith(next);
  document.documentElement.lang = next.getAttribute("lang") ?? document.documentElement.lang;
  fit();
  // One frame in which it is not seen yet, so that it fades in.
  if (fades) requestAnimationFrame(() => requestAnimationFrame(() => next.classList.remove("is-fading")));
}

function takeTurns() {
  if (faces.length < 2) return;
  document.getElementById("placard")?.classList.add("is-fading");
  setTimeout(() => {
    turn += 1;
    put(true);
    note(reached);
  }, FADES);
}

/** @param {Document} newest */
function adopt(newest) {
  const found = facesOf(newest);
  if (!found.length || styles(document) !== styles(newest)) return location.reload();
  document.title = newest.title;
  faces = found;
  put();
}

/** @param {Document} page */
function styles(page) {
  return [...page.querySelectorAll("link[rel='stylesheet'], script[src]")]
    .map((part) => part.getAttribute("href") || part.getAttribute("src"))
    .join();
}

let reached = true;

/** @param {boolean} now */
function note(now) {
  reached = now;
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
setInterval(takeTurns, STANDS);
