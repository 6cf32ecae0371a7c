import type { ArchiveState } from '../../../archive/index.ts';
import { amount, grouped } from '../../../core/text/amount.ts';
import { terminalLine } from '../terminal-text.ts';
import { localTime, problemOf, shortPath } from '../wording.ts';

/** The state of an archive, for people. `excludedCounts`: the number of sessions in each folder that is left out. */
export function stateText(state: ArchiveState, excludedCounts: readonly number[] = []): string {
  const { sessions, gone, blocks, problems, keepDeleted, excluded, setAside } = state;
  const kept = typeof keepDeleted === 'number' ? amount(keepDeleted, 'day') : keepDeleted;
  const lines = [
    `folder    ${shortPath(state.folder)}`,
    `size      ${(state.bytes / 1e6).toFixed(1)} MB`,
    `sessions  ${grouped(sessions)}${gone > 0 ? `, ${grouped(gone)} of which only here` : ''}`,
    `blocks    ${grouped(blocks)}`,
    `fresh     ${localTime(state.freshAt) || 'never brought up to date'}`,
    `deleted   kept ${kept}`,
    ...excluded.map((folder, index) => `excluded  ${shortPath(folder)}${heldText(excludedCounts[index])}`),
    ...setAside.map((path) => `set aside ${shortPath(path)}`),
    ...problems.map(({ path, message }) => `problem   ${shortPath(path)}: ${problemOf(path, message)}`),
  ];
  return `${lines.map(terminalLine).join('\n')}\n`;
}

function heldText(count: number | undefined): string {
  return count === undefined ? '' : `, ${amount(count, 'session')}`;
}

/** The same for programs. */
export function stateJson(state: ArchiveState): object {
  const { freshAt, keepDeleted, setAside, ...others } = state;
  return {
    ...others,
    fresh_at: freshAt === 0 ? null : new Date(freshAt).toISOString(),
    keep_deleted: keepDeleted,
    set_aside: setAside,
  };
}
