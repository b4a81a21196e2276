/**
 * Copies a text of the page: the button names the element that has it (`data-copy`), and says that it was done. Where
 * the browser lets no page copy, the button stays hidden.
 */

/** @param {HTMLButtonElement} button */
function offer(button) {
  const text = () => document.getElementById(button.dataset.copy ?? "")?.textContent ?? "";
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text());
    button.setAttribute("aria-pressed", "true");
  });
}

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copy]")) offer(/** @type {HTMLButtonElement} */ (button));
}
