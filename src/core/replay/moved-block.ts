import type { CommittedFile, View } from './blame-file.ts';
import { blockEnd, lineAt } from './block-end.ts';

/** So many telling lines in a row of one call are no chance. */
const LEAST_LINES = 5;
/** A file that was moved is mostly in the commit, or the commit's file is mostly of it. Else a few lines were copied into another. */
const LEAST_SHARE = 0.5;

/**
 * A block that one call wrote under a path that the repository does not have: a script copied the file, or its path is
 * lost. A block of a file that the repository has tells nothing, because code is moved about by everyone.
 */
export function byMovedBlock(view: View, { isPlaced = () => false }: CommittedFile): void {
  const { answers, added } = view;
  const isMoved = createShares(view);
  for (let index = 0; index < added.length; ) {
    const block = answers[index]?.writer === 0 ? longestBlock(view, index, isPlaced, isMoved) : undefined;
    if (!block) {
      index += 1;
      continue;
    }
    for (let at = index; at < block.end; at += 1) {
      if (answers[at]?.writer === 0) answers[at] = { writer: block.writer, rule: 'moved' };
    }
    index = block.end;
  }
}

/** Says of a call whether what it wrote was moved here, and not only a part of it copied. Counted when it is first asked for. */
function createShares(view: View): (writer: number) => boolean {
  const { added, table, replay } = view;
  let all = 0;
  let byWriter: Map<number, number> | undefined;
  function count(): Map<number, number> {
    const found = new Map<number, number>();
    for (const index of added.keys()) {
      const line = lineAt(view, index);
      if (!table.isTelling(line)) continue;
      all += 1;
      for (const writer of replay.wroteAnywhere(line)) found.set(writer, (found.get(writer) ?? 0) + 1);
    }
    return found;
  }
  return (writer) => {
    byWriter ??= count();
    return (byWriter.get(writer) ?? 0) >= Math.min(replay.tellingLines(writer), all) * LEAST_SHARE;
  };
}

/** The longest block of one call that begins here. It ends with a telling line. */
function longestBlock(
  view: View,
  start: number,
  isPlaced: (path: string) => boolean,
  isMoved: (writer: number) => boolean,
): { writer: number; end: number } | undefined {
  const { replay, at } = view;
  let best: { writer: number; end: number } | undefined;
  for (const writer of replay.wroteAnywhere(lineAt(view, start))) {
    const call = replay.writers[writer];
    if (!call || call.at > at || isPlaced(call.path)) continue;
    const end = blockEnd(view, start, {
      isWritten: (line) => view.replay.wroteAnywhere(line).includes(writer),
      least: LEAST_LINES,
    });
    if (end !== undefined && end > (best?.end ?? 0) && isMoved(writer)) best = { writer, end };
  }
  return best;
}
