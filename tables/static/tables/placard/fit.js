/**
 * Makes everything on the placard as large as the screen or the sheet of paper allows, so that nothing has to be
 * scrolled and nothing lies over anything else (LOOK 4).
 */

/** The text, as shares of its full size. What is too long for the smallest goes on below the edge. */
const TEXT = { least: 0.3, most: 2.2 };
/**
 * The names and the figures of the limits follow the text, but stay readable from afar; on paper, which is read from
 * nearby, they leave more room for the text.
 */
const HEADS = { wide: { least: 0.6, most: 1.1 }, tall: { least: 0.5, most: 1.1 }, paper: { least: 0.35, most: 0.65 } };
/** How exactly a size is found. */
const NEAR = 0.004;
/** An A4 sheet without its margins, in millimetres; a little less than there is, since printers round. */
const SHEET = { width: 194, height: 279 };
const PIXELS_A_MILLIMETRE = 96 / 25.4;

const root = document.documentElement;

/** Find the sizes. @param {"screen" | "paper"} medium */
export function fit(medium = "screen") {
  const placard = document.getElementById("placard");
  if (!placard) return;
  const room = medium === "paper" ? sheet() : { width: window.innerWidth, height: window.innerHeight };
  root.dataset.medium = medium;
  const shape = room.width < room.height ? "tall" : "wide";
  root.dataset.shape = shape;
  const limits = placard.querySelector(".placard-limits");
  const isAsWide = () => !limits || limits.scrollWidth <= limits.clientWidth;
  const { least, most } = HEADS[medium === "paper" ? medium : shape];
  const figures = largest({ least: 0.2, most }, (size) => set(size, least, size) && isAsWide());
  largest(TEXT, (size) => {
    const head = Math.min(most, Math.max(least, Math.sqrt(size)));
    set(size, head, Math.min(figures, head));
    return isAsWide() && placard.scrollWidth <= room.width && placard.offsetHeight <= room.height;
  });
}

/** @returns {{width: number, height: number}} */
function sheet() {
  return { width: Math.ceil(SHEET.width * PIXELS_A_MILLIMETRE), height: SHEET.height * PIXELS_A_MILLIMETRE };
}

/** Set the sizes of text, head and figures. @param {number} text @param {number} head @param {number} figures */
function set(text, head, figures) {
  root.style.setProperty("--size", text.toFixed(3));
  root.style.setProperty("--head", head.toFixed(3));
  root.style.setProperty("--figures", figures.toFixed(3));
  return true;
}

/**
 * The largest size that fits, which is tried last and so stays; the least where none does.
 * @param {{least: number, most: number}} bounds
 * @param {(size: number) => boolean} fits
 */
export function largest({ least, most }, fits) {
  let [low, high] = [least, most];
  if (fits(high)) return high;
  while (high - low > NEAR) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  fits(low);
  return low;
}
