/** The panel where the tablet's own look is chosen (LOOK 1.7, 1.8). */

import { all, press } from "../../shared/dom.js";
import { choose, look } from "../../shared/look.js";

/** @satisfies {import("../page.js").Handlers} */
export const handlers = {
  larger: ({ larger }) => choose("larger", larger),
  suits: ({ suits }) => choose("suits", suits),
};

/** @param {Element} copy */
export function paint(copy) {
  const { larger, suits } = look();
  for (const key of all(copy, "[data-do='larger']")) press(key, key.dataset.larger === larger);
  for (const key of all(copy, "[data-do='suits']")) press(key, key.dataset.suits === suits);
}
