/**
 * Asks the server for news again and again, one question at a time. Each page says what it asks, and what it makes of
 * the answer.
 */

/** An answer that takes longer than this, in milliseconds, is taken for none. */
const PATIENCE = 8000;
/** A server that is away is asked less and less often, but never less often than this, in milliseconds. */
const LONGEST = 5000;

/** @typedef {{address: string, init?: RequestInit}} Question */
/**
 * What came back; the status is 0 where the network failed.
 * @typedef {{status: number, text: string, tag: string, code: string}} Answer
 */

/** By this header a page that is there already asks for its changing part alone. */
export const PART = { "Croupier-Part": "1" };

/**
 * Whether the server itself answered, and not its failure: a refusal has its code, under any status.
 * @param {Answer} answer @returns {boolean}
 */
export const isReached = ({ status, code }) => status > 0 && (status < 500 || code !== "");

/**
 * What a form sends, as a browser writes it into an address.
 * @param {HTMLFormElement} form
 * @returns {URLSearchParams}
 */
export const fields = (form) =>
  new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** Ask once; a failure is an answer too. @param {Question} question @returns {Promise<Answer>} */
export async function exchange({ address, init }) {
  try {
    const how = { cache: /** @type {const} */ ("no-store"), signal: AbortSignal.timeout(PATIENCE), ...init };
    const response = await fetch(address, how);
    const { status, headers } = response;
    return {
      status,
      text: await response.text(),
      tag: headers.get("ETag") ?? "",
      code: headers.get("Croupier-Code") ?? "",
    };
  } catch {
    return { status: 0, text: "", tag: "", code: "" };
  }
}

/**
 * Ask every so many milliseconds, more rarely while the server is away.
 * @param {object} how
 * @param {number} how.every Milliseconds from an answer to the next question.
 * @param {() => ?Question} how.ask What to ask now; null where nothing is to be asked this time.
 * @param {(answer: Answer) => void} how.heard Takes each answer.
 * @returns {() => void} Asks at once, or as soon as the answer under way is there.
 */
export function poll({ every, ask, heard }) {
  let timer = setTimeout(turn, every);
  let isAsking = false;
  let isWanted = false;
  let failures = 0;

  async function turn() {
    clearTimeout(timer);
    isWanted = isAsking;
    if (isAsking) return;
    isAsking = true;
    try {
      const question = ask();
      if (question) take(await exchange(question));
    } finally {
      isAsking = false;
      timer = setTimeout(turn, isWanted ? 0 : pause());
    }
  }

  /** @param {Answer} answer */
  function take(answer) {
    failures = isReached(answer) ? 0 : failures + 1;
    heard(answer);
  }

  const pause = () => Math.max(every, Math.min(LONGEST, every * 2 ** failures));
  return () => void turn();
}
