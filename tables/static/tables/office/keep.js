/**
 * What was typed into a form is there again after a reload, a way back, or a connection that was lost when it was sent.
 * Secrets are never kept, and nothing is once the page is come to anew.
 */

const PREFIX = "croupier.form.";
const [arrival] = performance.getEntriesByType("navigation");
const isBack = ["reload", "back_forward"].includes(/** @type {PerformanceNavigationTiming} */ (arrival)?.type);

/** @param {HTMLFormElement} form */
function fields(form) {
  return [...form.elements].filter(
    (field) =>
      (field instanceof HTMLInputElement && !["hidden", "password"].includes(field.type)) ||
      field instanceof HTMLSelectElement ||
      field instanceof HTMLTextAreaElement,
  );
}

/** @param {any} field @returns {string} */
const placeOf = (field) => (field.type === "checkbox" ? `${field.name}=${field.value}` : field.name);

/** @param {HTMLFormElement} form */
function keep(form) {
  const typed = fields(form).map((/** @type {any} */ field) => [
    placeOf(field),
    field.type === "checkbox" ? field.checked : field.value,
  ]);
  sessionStorage.setItem(PREFIX + form.dataset.keep, JSON.stringify(typed));
}

/** @param {HTMLFormElement} form */
function restore(form) {
  const typed = new Map(JSON.parse(sessionStorage.getItem(PREFIX + form.dataset.keep) ?? "[]"));
  for (const field of /** @type {any[]} */ (fields(form))) {
    const value = typed.get(placeOf(field));
    if (value === undefined) continue;
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
  }
}

for (const form of document.querySelectorAll("form[data-keep]")) {
  const kept = /** @type {HTMLFormElement} */ (form);
  try {
    if (isBack) restore(kept);
    else sessionStorage.removeItem(PREFIX + kept.dataset.keep);
    kept.addEventListener("input", () => keep(kept));
  } catch {
    // A browser that keeps nothing for this page: the form works all the same.
  }
}
