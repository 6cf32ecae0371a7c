import type { View } from './blame-file.ts';

export interface BlockRule {
  /** True if the call that is looked at wrote this line. */
  isWritten(line: number): boolean;
  /** So many telling lines in a row are no chance. */
  least: number;
}

/** Where the block of one call ends, behind its last telling line. Undefined if its lines are too few. */
export function blockEnd(view: View, start: number, { isWritten, least }: BlockRule): number | undefined {
  const { table, added, answers } = view;
  let telling = 0;
  let end = start;
  for (let index = start; index < added.length; index += 1) {
    const isNext = index === start || added[index] === (added[index - 1] ?? 0) + 1;
    if (!isNext || answers[index]?.writer !== 0) break;
    const line = lineAt(view, index);
    if (!table.isTelling(line)) {
      if (index === start) return undefined;
      continue;
    }
    if (!isWritten(line)) break;
    telling += 1;
    end = index + 1;
  }
  return telling >= least ? end : undefined;
}

/** The number of an added line's text. */
export function lineAt({ squeezed, added }: View, index: number): number {
  return squeezed[(added[index] ?? 1) - 1] ?? 0;
}
