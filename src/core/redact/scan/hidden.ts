import type { Hit } from './hit.ts';

/** Colours and other orders to a terminal, also as escapes of JSON, and characters without width. All of it is bounded. */
const HIDDEN_PARTS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: orders to a terminal begin with one
  /\u001b(?:\[[0-9;:?]{0,40}[ -/]{0,4}[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)|[()][0-9A-Z]|[=>78cDEHMNOZ])|\\u001b\[[0-9;:?]{0,40}[@-~]|[\u00ad\u200b-\u200f\u2060\ufeff]/g;
/** True for characters beyond ASCII that have no width. */
export function isHidden(code: number): boolean {
  return code === 0xad || (code >= 0x200b && (code <= 0x200f || code === 0x2060 || code === 0xfeff));
}

const MAY_HIDE = /[\u00ad\u200b-\u200f\u2060\ufeff]/;

/** True if a text has hidden characters from there on. */
export function nextHidden(text: string, from: number): boolean {
  if (text.indexOf('\u001b', from) !== -1 || text.indexOf('\\u001b[', from) !== -1) return true;
  return MAY_HIDE.test(from === 0 ? text : text.slice(from));
}

/** A text as a reader sees it. */
export interface ShownText {
  text: string;
  /** The position of a hit in the text as it was. */
  inOriginal(hit: Hit): Hit;
}

export function withoutHidden(original: string): ShownText {
  // Where each kept part begins: in the shown text, and in the original.
  const shownAt: number[] = [];
  const originalAt: number[] = [];
  const parts: string[] = [];
  let length = 0;
  let last = 0;
  const keep = (to: number) => {
    if (to === last) return;
    shownAt.push(length);
    originalAt.push(last);
    parts.push(original.slice(last, to));
    length += to - last;
  };
  for (const { index, 0: hidden } of original.matchAll(HIDDEN_PARTS)) {
    keep(index);
    last = index + hidden.length;
  }
  keep(original.length);

  function positionOf(shown: number): number {
    let low = 0;
    let high = shownAt.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((shownAt[middle] ?? 0) <= shown) low = middle;
      else high = middle - 1;
    }
    return (originalAt[low] ?? 0) + shown - (shownAt[low] ?? 0);
  }

  return {
    text: parts.join(''),
    inOriginal: (hit) => ({
      ...hit,
      from: positionOf(hit.from),
      start: positionOf(hit.start),
      end: hit.end > hit.start ? positionOf(hit.end - 1) + 1 : positionOf(hit.end),
    }),
  };
}
