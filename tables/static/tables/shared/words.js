/** Words from the catalogue that the page loads; translators see the same English as in the templates. */

const catalogue = /** @type {{gettext?: (text: string) => string}} */ (/** @type {unknown} */ (globalThis));

/** @param {string} text @returns {string} */
export const gettext = (text) => catalogue.gettext?.(text) ?? text;

/**
 * Fill the named places of a translated sentence: `fill(gettext("Seat %(seat)s"), {seat: 4})`.
 * @param {string} template @param {Record<string, string | number>} values @returns {string}
 */
export const fill = (template, values) => template.replace(/%\((\w+)\)s/g, (_whole, name) => String(values[name]));
