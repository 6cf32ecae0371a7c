import type { UnknownReason, View } from './blame-file.ts';
import { AFTER_SHELL, BETWEEN_CALLS, type Chain, type FileState } from './file-state.ts';

/** Why a line of a state has no writer. */
export function whyNobody(writer: number): UnknownReason {
  if (writer === AFTER_SHELL) return 'after-shell';
  return writer === BETWEEN_CALLS ? 'between-sessions' : 'before-session';
}

/** Says of each line that has no writer why, as far as the file's states tell. */
export function tellReasons(view: View, chains: readonly Chain[], best: FileState | undefined): void {
  const { answers, added, squeezed, at, replay, table } = view;
  const isKnown = chains.some(({ states, wrote }) => states.length > 0 || wrote.size > 0);
  const hasState = chains.some(({ states }) => states.some((state) => state.at <= at));
  const later: UnknownReason = best && replay.isUnsure(best) ? 'after-shell' : 'between-sessions';
  for (const [index, answer] of answers.entries()) {
    if (answer.writer !== 0 || answer.why !== undefined) continue;
    const line = squeezed[(added[index] ?? 1) - 1] ?? 0;
    const sessions = sessionsOf(view, chains, line);
    if (!isKnown) answer.why = 'file-unknown';
    else if (!table.isTelling(line)) answer.why = 'weak';
    else if (sessions > 0) answer.why = sessions > 1 ? 'ambiguous' : 'weak';
    else answer.why = hasState ? later : 'before-session';
  }
}

/** How many sessions wrote a line to the path before the commit. */
function sessionsOf({ replay, at }: View, chains: readonly Chain[], line: number): number {
  const found = new Set<string>();
  for (const { wrote } of chains) {
    for (const number of wrote.get(line) ?? []) {
      const writer = replay.writers[number];
      if (writer && writer.at <= at) found.add(`${writer.session.agent}:${writer.session.id}`);
    }
  }
  return found.size;
}
