import type { ApiSessions, SessionHead } from '../../../src/doors/server/api-types.ts';
import { dayKey } from '../../format/times.ts';

/** A line of the list: the head of a day, a session, or a line that unfolds more of them. */
export type ListEntry =
  | { type: 'day'; key: string; sums: Sums | undefined }
  | { type: 'session'; key: string; head: SessionHead; isChild: boolean }
  | { type: 'more-children'; key: string; parent: string; count: number }
  | { type: 'automated'; key: string; day: string; count: number };

type Sums = NonNullable<ApiSessions['groups']>[number];

export interface EntryOptions {
  tree: boolean;
  byDay: boolean;
  groups: readonly Sums[];
  /** Puts automated runs behind one line a day. */
  foldsAutomated: boolean;
  /** Keys of unfolded entries. */
  unfolded: ReadonlySet<string>;
}

/** The number of sub-agents under their parent before the others are folded. */
const SHOWN_CHILDREN = 3;

/** Lays out the heads: by day, children under their parent, automated runs behind one line a day. */
export function listEntries(heads: readonly SessionHead[], options: EntryOptions): ListEntry[] {
  const { tree, byDay, groups, foldsAutomated, unfolded } = options;
  const parents = tree ? parentsOf(heads) : new Map<string, string>();
  const children = Map.groupBy(heads, (head) => parents.get(head.key));
  const roots = children.get(undefined) ?? [];
  const sums = new Map(groups.map((group) => [group.key, group]));
  const days = byDay ? Map.groupBy(roots, (head) => dayKey(head.lastAt)) : new Map([['', roots]]);
  const entries: ListEntry[] = [];

  function addSession(head: SessionHead, isChild: boolean): void {
    entries.push({ type: 'session', key: head.key, head, isChild });
    const own = children.get(head.key) ?? [];
    const shown = unfolded.has(`children ${head.key}`) ? own : own.slice(0, SHOWN_CHILDREN);
    for (const child of shown) addSession(child, true);
    if (own.length > shown.length) {
      entries.push({
        type: 'more-children',
        key: `children ${head.key}`,
        parent: head.key,
        count: own.length - shown.length,
      });
    }
  }

  for (const [day, inDay] of days) {
    if (byDay) entries.push({ type: 'day', key: day, sums: sumsOfDay(inDay, sums.get(day), children) });
    const automated = inDay.filter((head) => head.automated);
    // A day of nothing but automated runs would be empty without them.
    const isFew = automated.length < 2 || automated.length === inDay.length;
    const areShown = !foldsAutomated || isFew || unfolded.has(`automated ${day}`);
    for (const head of inDay) if (areShown || !head.automated) addSession(head, false);
    if (!areShown) entries.push({ type: 'automated', key: `automated ${day}`, day, count: automated.length });
  }
  return entries;
}

/** If all sessions of a day are here, their own figures are newer than the server's sums. */
function sumsOfDay(
  heads: readonly SessionHead[],
  told: Sums | undefined,
  children: ReadonlyMap<string | undefined, SessionHead[]>,
): Sums | undefined {
  const counted = heads.filter((head) => !head.ghost);
  if (told?.sessions !== counted.length) return told;
  const all = counted.flatMap((head) => withAgents(head, children));
  const costs = all.flatMap(({ usage }) => (typeof usage?.costUsd === 'number' ? [usage.costUsd] : []));
  return {
    ...told,
    tokens: all.reduce((sum, { usage }) => sum + (usage?.total ?? 0), 0),
    costUsd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
  };
}

/** A session and the sub-agents below it. Parents in a ring have no children here. */
function withAgents(head: SessionHead, children: ReadonlyMap<string | undefined, SessionHead[]>): SessionHead[] {
  return [head, ...(children.get(head.key) ?? []).flatMap((child) => withAgents(child, children))];
}

/** The parents that are in the list themselves. Sessions in a ring of parents, or below one, have none. */
function parentsOf(heads: readonly SessionHead[]): Map<string, string> {
  const byKey = new Map(heads.map((head) => [head.key, head]));
  const parents = new Map<string, string>();
  for (const head of heads) {
    const seen = new Set([head.key]);
    let above = byKey.get(head.parent ?? '');
    while (above && !seen.has(above.key)) {
      seen.add(above.key);
      above = byKey.get(above.parent ?? '');
    }
    if (!above && head.parent !== undefined && byKey.has(head.parent)) parents.set(head.key, head.parent);
  }
  return parents;
}
