/** Words from the catalogue that the page loads; translators see the same English as in the templates. */

/**
 * @typedef {{gettext?: (text: string) => string, ngettext?: (one: string, many: string, count: number) => string}}
 *   Catalogue
 */
const catalogue = /** @type {Catalogue} */ (/** @type {unknown} */ (globalThis));

/** @param {string} text @returns {string} */
export const gettext = (text) => catalogue.gettext?.(text) ?? text;

/**
 * The form that a count asks for, which is not the same in every language; its places are filled by `fill`.
 * @param {string} one @param {string} many @param {number} count @returns {string}
 */
export const ngettext = (one, many, count) => catalogue.ngettext?.(one, many, count) ?? (count === 1 ? one : many);

/**
 * Fill the named places of a translated sentence: `fill(gettext("Seat %(seat)s"), {seat: 4})`.
 * @param {string} template @param {Record<string, string | number>} values @returns {string}
 */
export const fill = (template, values) => template.replace(/%\((\w+)\)s/g, (_whole, name) => String(values[name]));
