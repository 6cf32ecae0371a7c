import type { View } from './blame-file.ts';
import { blockEnd, lineAt } from './block-end.ts';
import type { Chain } from './file-state.ts';

/** So many telling lines in a row of one change are no chance. */
const LEAST_LINES = 3;
/** So much of a change is in the commit that it is the change of the commit, and not a later one that holds some of its lines. */
const LEAST_SHARE = 0.75;

/**
 * A change that fits on no known text tells its lines and not their place: what it was made on was amended, rebased or never
 * committed. A block of its lines in the commit is its own.
 */
export function byFragment(view: View, chains: readonly Chain[]): void {
  const { added, answers } = view;
  const isHere = createShares(view, chains);
  for (let index = 0; index < added.length; ) {
    const block = answers[index]?.writer === 0 ? longestBlock(view, chains, index, isHere) : undefined;
    if (!block) {
      index += 1;
      continue;
    }
    for (let at = index; at < block.end; at += 1) answers[at] = { writer: block.writer, rule: 'text', isBlock: true };
    index = block.end;
  }
}

/** Says of a change whether most of its lines are in the commit. Counted when it is first asked for. */
function createShares(view: View, chains: readonly Chain[]): (writer: number) => boolean {
  let counts: Map<number, number> | undefined;
  function count(): Map<number, number> {
    const found = new Map<number, number>();
    for (const line of new Set(view.added.map((_, index) => lineAt(view, index)))) {
      if (!view.table.isTelling(line)) continue;
      for (const { wrote } of chains) {
        for (const writer of wrote.get(line) ?? []) found.set(writer, (found.get(writer) ?? 0) + 1);
      }
    }
    return found;
  }
  return (writer) => {
    counts ??= count();
    return (counts.get(writer) ?? 0) >= view.replay.tellingLines(writer) * LEAST_SHARE;
  };
}

function longestBlock(
  view: View,
  chains: readonly Chain[],
  start: number,
  isHere: (writer: number) => boolean,
): { writer: number; end: number } | undefined {
  const { replay, at } = view;
  let best: { writer: number; end: number } | undefined;
  for (const { wrote } of chains) {
    for (const writer of wrote.get(lineAt(view, start)) ?? []) {
      const call = replay.writers[writer];
      if (!call || call.at > at || !replay.isFragment(writer) || !isHere(writer)) continue;
      const end = blockEnd(view, start, {
        isWritten: (line) => wrote.get(line)?.includes(writer) === true,
        least: LEAST_LINES,
      });
      // Of two that wrote as much the later one has it.
      if (end !== undefined && end >= (best?.end ?? 0)) best = { writer, end };
    }
  }
  return best;
}
