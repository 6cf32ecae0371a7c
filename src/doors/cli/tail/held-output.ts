import type { Output } from '../output.ts';

/** Holds back output while a session is read up to now, because only its end is of interest. */
export interface HeldOutput extends Output {
  /** Writes what was held, and from now on everything at once. */
  release(): void;
  /** Holds back again. */
  hold(): void;
}

/** Keeps the first piece, which is a header if `hasHeader`, and the last `most` ones. */
export function createHeldOutput(output: Output, most: number, hasHeader: boolean): HeldOutput {
  let header: string | undefined;
  let last: string[] = [];
  let isHolding = true;
  return {
    ...output,
    append(text) {
      if (!isHolding) output.append(text);
      else if (hasHeader && header === undefined) header = text;
      else if (most > 0) {
        if (last.length === most) last.shift();
        last.push(text);
      }
    },
    get isFull() {
      return output.isFull;
    },
    release() {
      if (!isHolding) return;
      isHolding = false;
      output.append((header ?? '') + last.join(''));
      last = [];
    },
    hold() {
      isHolding = true;
      header = undefined;
      last = [];
    },
  };
}
