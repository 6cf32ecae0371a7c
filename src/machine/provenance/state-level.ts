import type { FileOp } from '../../core/replay/file-op.ts';
import type { Chain, Level } from '../../core/replay/file-state.ts';
import type { Replay } from '../../core/replay/replay.ts';

/** What later calls say of a text: they saw it, saw another, or say nothing. */
export type Witness = 'equal' | 'other' | undefined;

/** How sure the last state of a file is, after what came later was looked at. */
export function stateLevel(replay: Replay, chain: Chain, witness: Witness): Level {
  const state = chain.states.at(-1);
  if (!state || witness === 'other') return 'unsure';
  if (witness === 'equal') return 'proven';
  return replay.isUnsure(state) || state.isGuess ? 'unsure' : state.level;
}

/**
 * Looks ahead for the first call that shows the file: the copy before a change, a whole read, a commit. A change without a copy
 * ends the search, because what is shown after it is another text.
 */
export function witnessAhead(
  path: string,
  text: string | undefined,
  ahead: readonly FileOp[],
  committed: (hash: string) => string | undefined,
): Witness {
  for (const op of ahead) {
    if (op.kind === 'shell') {
      const texts = ownCommits(op)
        .map(committed)
        .filter((each) => each !== undefined);
      if (texts.length > 0) return texts[0] === text ? 'equal' : 'other';
    }
    if (op.kind === 'move' && (op.path === path || op.to === path)) return undefined;
    if (!('path' in op) || op.path !== path) continue;
    if (op.kind === 'see') {
      if (op.isWhole) return isSame(op.text, text) ? 'equal' : 'other';
      continue;
    }
    if (op.kind === 'delete' || op.kind === 'move') return undefined;
    if (op.before === undefined) return undefined;
    return op.before === (text ?? '') ? 'equal' : 'other';
  }
  return undefined;
}

/** Commits of the work tree as it is. Those that a rebase makes anew were made of another one. */
export function ownCommits(op: FileOp): readonly string[] {
  return op.kind === 'shell' && !/\bgit\b[^\n;&|]*\s(?:rebase|cherry-pick|revert|am|merge)\b/.test(op.command)
    ? op.commits
    : [];
}

/** Some tools that read leave out the last line end. */
function isSame(seen: string, text: string | undefined): boolean {
  return text !== undefined && (seen === text || `${seen}\n` === text);
}
