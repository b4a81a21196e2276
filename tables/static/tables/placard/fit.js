/** Makes everything on the placard as large as the screen allows, so that nothing has to be scrolled. */

/** No smaller than this share of the full size; what is longer still goes on below the edge. */
const SMALLEST = 0.5;
const STEP = 0.02;

/** Find the sizes: limits side by side first, then all. */
export function fit() {
  const root = document.documentElement;
  root.style.setProperty("--size", "1");
  shrink("--limits", () => root.scrollWidth <= window.innerWidth);
  shrink("--size", () => root.scrollHeight <= window.innerHeight);
}

/**
 * @param {string} name of a size in the style sheet
 * @param {() => boolean} fits
 */
function shrink(name, fits) {
  for (let size = 1; size >= SMALLEST; size -= STEP) {
    document.documentElement.style.setProperty(name, size.toFixed(2));
    if (fits()) return;
  }
}
