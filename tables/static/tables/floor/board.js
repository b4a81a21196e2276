/**
 * The floor's board: asks every second with the mark it has, and is made equal to each newer copy without blinking. A
 * table is opened beside the board and stands in the address, like the filter.
 */

import { all, find, mark, write } from "../shared/dom.js";
import { morph } from "../shared/morph.js";
import { exchange, fields, isReached, PART, poll } from "../shared/poll.js";
import { fill, gettext } from "../shared/words.js";
import { paintMinutes, watchTime } from "./minutes.js";

/** How long what was told of an act stays, in milliseconds; a one-time code is good for as long. */
const TOLD = 5 * 60_000;
/** Milliseconds between two questions, and between two looks at the minutes. */
const EVERY = 1000;
const REPAINT = 5000;

const board = () => /** @type {HTMLElement} */ (document.getElementById("board"));

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

const again = poll({ every: EVERY, ask, heard });

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

function ask() {
  if (document.hidden) return null;
  const { at, needs } = view();
  askedAt = turn;
  const tag = fragment.getAttribute("data-tag") ?? "";
  const isShown = tag.endsWith(`.${at}.${needs === "me" ? 1 : 0}`);
  const wanted = new URLSearchParams({ at, needs, v: isShown ? tag : "" });
  return { address: `${fragment.getAttribute("data-live-url")}?${wanted}`, init: { headers: PART } };
}

/** @param {import("../shared/poll.js").Answer} answer */
function heard(answer) {
  setReached(isReached(answer));
  if (askedAt !== turn) return;
  if (answer.status === 200 && !adopt(answer.text)) location.reload();
  if (isFollowed && answer.status === 200) {
    isFollowed = false;
    document.getElementById("panel-title")?.focus();
  }
  if (answer.status === 401 || answer.status === 403) location.reload();
  if (answer.status === 404) location.assign("/floor/");
}

/** @param {boolean} now */
function setReached(now) {
  if (now === reached) return;
  reached = now;
  paint();
}

/** Acts go off one after the other, in the order in which they were sent. */
let acts = Promise.resolve();

/** @param {SubmitEvent} event */
function submitted(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-act]")) return;
  event.preventDefault();
  mark(form, "is-sending", true);
  // What is sent is what the form says now: sent twice it has the same command id, and is done once.
  const body = fields(form);
  acts = acts.then(() => act(form, body)).catch(() => setReached(false));
}

/** @param {HTMLFormElement} form @param {URLSearchParams} body */
async function act(form, body) {
  const init = { method: "POST", body, headers: PART };
  const answer = await exchange({ address: String(form.getAttribute("action")), init });
  mark(form, "is-sending", false);
  acted(answer, form);
}

/**
 * What an act answers is the newest there is. One that did not arrive was not done as far as anybody knows: its form
 * stands as it was, to be sent again.
 * @param {import("../shared/poll.js").Answer} answer
 * @param {HTMLFormElement} form
 */
function acted(answer, form) {
  turn += 1;
  const holder = document.createElement("template");
  holder.innerHTML = answer.text;
  told = holder.content.querySelector("#told") ?? told;
  toldAt = performance.now();
  if (answer.status === 200) form.reset();
  if (!isReached(answer)) setReached(false);
  else if (!adopt(answer.text)) location.reload();
}

function listen() {
  document.addEventListener("submit", submitted);
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
listen();
window.setInterval(() => document.hidden || paint(), REPAINT);
