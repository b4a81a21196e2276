/**
 * The language in which the dealer reads the tablet: their own choice, kept with them and not with the tablet
 * (TAB 4.4).
 */

import { gettext } from "../../shared/words.js";
import { adopt, refresh, root } from "../page.js";
import { ui } from "../store.js";

const PATIENCE = 8000;

/** Read in a language from now on; the page is asked for anew in it. @param {string} language */
export async function choose(language) {
  try {
    const response = await fetch(String(root().dataset.languageUrl), {
      method: "POST",
      body: new URLSearchParams({ language }),
      headers: { "X-CSRFToken": String(root().dataset.csrf) },
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!adopt(await response.text())) location.reload();
  } catch {
    ui.notice = { text: gettext("No answer came: the language is as it was."), ways: [] };
    refresh();
  }
}
