/**
 * What stands out of the open round: its mark in the top bar says it in sentences, and the seats concerned are
 * marked.
 */

import { find, mark } from "../../shared/dom.js";
import { table } from "../page.js";
import { ui } from "../store.js";

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  marks: () => {
    const text = table()
      .marks.map((/** @type {{sentence: string}} */ { sentence }) => sentence)
      .join(" ");
    ui.notice = { text, ways: [], tone: "plain" };
  },
};

/** @param {Element} copy */
export function paint(copy) {
  for (const { seat } of table().marks) if (seat) mark(find(copy, `#seat-${seat}`), "is-marked", true);
}
