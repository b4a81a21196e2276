/**
 * The floor's board: asks every second with the mark it has, and is made equal to each newer copy without blinking. A table is
 * opened beside the board and stands in the address, like the filter.
 */

import { all, find, mark, write } from "./dom.js";
import { morph } from "./morph.js";
import { paintMinutes, watchTime } from "./minutes.js";
import { fill, gettext } from "./words.js";

/** How long what was told of an act stays, in milliseconds; a one-time code is good for as long. */
const TOLD = 5 * 60_000;
const REPAINT = 5000;

const board = () => /** @type {HTMLElement} */ (document.getElementById("board"));
const poll = /** @type {HTMLElement} */ (document.getElementById("poll"));

/** The server's newest copy. @type {Element} */
let fragment = /** @type {Element} */ (board().cloneNode(true));
/** What the last act said, which no poll says again. @type {?Element} */
let told = null;
let toldAt = 0;
let reached = true;
/** Counts what makes an answer that is under way an old one: an act, another table. */
let turn = 0;
let askedAt = 0;

/** The view that the address names. */
function view() {
  const beside = /\/floor\/tables\/(\d+)\//.exec(location.pathname);
  return { at: beside ? beside[1] : "", needs: new URLSearchParams(location.search).get("needs") ?? "" };
}

/** Show the newest copy with what the page itself knows. */
function paint() {
  const copy = /** @type {Element} */ (fragment.cloneNode(true));
  paintMinutes(copy);
  paintLive(copy);
  if (told && performance.now() - toldAt < TOLD) find(copy, "#told")?.replaceWith(told.cloneNode(true));
  for (const tile of all(copy, ".tile")) mark(tile, "is-beside", tile.id === `tile-${view().at}`);
  morph(board(), copy);
}

/** @param {Element} copy */
function paintLive(copy) {
  mark(copy, "is-lost", !reached);
  mark(find(copy, "#live"), "is-waiting", !reached);
  const lost = fill(gettext("No connection: as of %(time)s"), { time: copy.getAttribute("data-time") ?? "" });
  write(find(copy, ".live-word"), reached ? gettext("live") : lost);
}

/** @param {string} html @returns {boolean} whether it was a board at all */
function adopt(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const found = holder.content.getElementById("board");
  if (!found) return false;
  fragment = found;
  watchTime(found.getAttribute("data-now"));
  paint();
  return true;
}

function again() {
  poll.dispatchEvent(new Event("again"));
}

/** Whether the keyboard opened the table that is being fetched: it goes on there. */
let isFollowed = false;

/** Open a table beside the board, or close it, or filter. @param {string} address */
function go(address) {
  history.pushState({}, "", address);
  leave();
}

function leave() {
  turn += 1;
  told = null;
  paint();
  again();
}

/** @param {XMLHttpRequest} xhr */
function polled(xhr) {
  const isReached = xhr.status > 0 && xhr.status < 500;
  const isChanged = isReached !== reached;
  reached = isReached;
  if (isChanged) paint();
  if (askedAt !== turn) return;
  if (xhr.status === 200 && !adopt(xhr.responseText)) location.reload();
  if (isFollowed && xhr.status === 200) {
    isFollowed = false;
    document.getElementById("panel-title")?.focus();
  }
  if (xhr.status === 401 || xhr.status === 403) location.reload();
  if (xhr.status === 404) location.assign("/floor/");
}

/** What an act answers is the newest there is. @param {XMLHttpRequest} xhr @param {HTMLFormElement} form */
function acted(xhr, form) {
  turn += 1;
  const holder = document.createElement("template");
  holder.innerHTML = xhr.responseText;
  const said = holder.content.querySelector("#told");
  told = said ?? told;
  toldAt = performance.now();
  if (xhr.status === 200) form.reset();
  if (xhr.status === 0 || (xhr.status >= 500 && !xhr.getResponseHeader("Croupier-Code"))) paintLost();
  else if (!adopt(xhr.responseText)) location.reload();
}

/** An act that did not arrive was not done as far as anybody knows: the form stands as it was, to be sent again. */
function paintLost() {
  reached = false;
  paint();
}

function listen() {
  poll.addEventListener("htmx:configRequest", (event) => {
    const wanted = view();
    askedAt = turn;
    const isShown = fragment.getAttribute("data-tag")?.endsWith(`.${wanted.at}.${wanted.needs === "me" ? 1 : 0}`);
    Object.assign(/** @type {CustomEvent} */ (event).detail.parameters, wanted, { v: isShown ? fragment.getAttribute("data-tag") : "" });
  });
  poll.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden) event.preventDefault();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr, elt } = /** @type {CustomEvent} */ (event).detail;
    if (elt === poll) polled(xhr);
    else if (elt instanceof HTMLFormElement) acted(xhr, elt);
  });
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && view().at && !(event.target instanceof HTMLInputElement)) close();
  });
  window.addEventListener("popstate", leave);
  window.addEventListener("online", again);
  document.addEventListener("visibilitychange", () => document.hidden || again());
}

/** @param {MouseEvent} event */
function clicked(event) {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("[data-do='told']")) {
    told = null;
    find(fragment, "#told")?.replaceChildren();
    paint();
  }
  const link = /** @type {?HTMLAnchorElement} */ (target.closest("a[data-table], a.filter"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  // A click without a finger is the keyboard's.
  isFollowed = Boolean(link.dataset.table) && event.detail === 0;
  if (link.dataset.table === "") close();
  else go(link.href);
}

/** Close the table beside the board; the keyboard goes on at its tile. */
function close() {
  const { at } = view();
  go(/** @type {?HTMLAnchorElement} */ (document.querySelector(".beside-close"))?.href ?? "/floor/");
  /** @type {?HTMLElement} */ (document.querySelector(`#tile-${at} .tile-open`))?.focus();
}

watchTime(board().getAttribute("data-now"));
// htmx reads the forms of the page it starts with; those that come later are made known to it.
new MutationObserver(() => globalThis.htmx?.process(board())).observe(board(), { childList: true, subtree: true });
listen();
window.setInterval(() => document.hidden || paint(), REPAINT);
