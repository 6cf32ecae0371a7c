import type { RowKind } from '../../src/doors/server/api-types.ts';
import type { RowFold } from '../stores/row-fold.ts';

/** A chip over the thread: its name and the rows it leaves. `errors` are rows that failed, of any kind. */
export interface FilterGroup {
  value: string;
  name: string;
  kinds: readonly RowKind[];
}

export const filterGroups: readonly FilterGroup[] = [
  { value: 'prompts', name: 'Prompts', kinds: ['prompt'] },
  { value: 'answers', name: 'Answers', kinds: ['answer'] },
  { value: 'commands', name: 'Commands', kinds: ['command'] },
  { value: 'changes', name: 'Changes', kinds: ['change'] },
  { value: 'reasoning', name: 'Reasoning', kinds: ['reasoning'] },
  { value: 'tools', name: 'Tools', kinds: ['plan', 'mcp', 'tool', 'web', 'agent', 'image'] },
  { value: 'errors', name: 'Errors', kinds: [] },
  { value: 'problems', name: 'Problems', kinds: ['problem', 'unknown'] },
];

/** A mode is a set of filters with a key. */
export const modes: readonly { name: string; kinds: string }[] = [
  { name: 'Full', kinds: '' },
  { name: 'Conversation', kinds: 'prompts,answers' },
  { name: 'Changes', kinds: 'changes' },
  { name: 'Problems', kinds: 'errors,problems' },
];

/** The numbers of the rows that the filter leaves, in order. */
export function visibleRows(fold: RowFold, chosen: readonly string[]): number[] {
  const kinds = new Set(filterGroups.filter((group) => chosen.includes(group.value)).flatMap((group) => group.kinds));
  const withErrors = chosen.includes('errors');
  const rows: number[] = [];
  for (let row = 0; row < fold.total; row += 1) {
    const kind = fold.kinds[row] ?? 'unknown';
    if (chosen.length === 0 || kinds.has(kind) || (withErrors && fold.errors.has(row))) rows.push(row);
  }
  return rows;
}

/** The number of rows that each chip leaves, in the order of `filterGroups`. */
export function groupCounts(fold: RowFold): number[] {
  const ofKind = new Map<RowKind, number>();
  for (const kind of fold.kinds) ofKind.set(kind, (ofKind.get(kind) ?? 0) + 1);
  return filterGroups.map(({ value, kinds }) =>
    value === 'errors' ? fold.errors.size : kinds.reduce((sum, kind) => sum + (ofKind.get(kind) ?? 0), 0),
  );
}
