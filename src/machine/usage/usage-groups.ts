import type { Calendar } from './calendar.ts';
import { createUsageBlocks } from './usage-blocks.ts';
import { createUsageKey, isTimeGrouping, type UsageGrouping } from './usage-key.ts';
import type { UsageReportRow } from './usage-report.ts';
import type { UsageRow } from './usage-row.ts';
import { createUsageTotal, type UsageTotalBuilder } from './usage-total.ts';

const JOINT = ' · ';

export interface GroupOptions {
  by: readonly UsageGrouping[];
  calendar: Calendar;
  /** The tool that a request called. */
  toolOf: ((row: UsageRow) => string) | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

/** The lines of a report. */
export interface UsageGroups {
  /** Takes the time of a request that the report does not count: it may be the beginning of a window. */
  note(row: UsageRow): void;
  /** The sum to which a request belongs. */
  of(row: UsageRow): UsageTotalBuilder;
  /** Times in order; anything else by cost, highest first. */
  rows(): UsageReportRow[];
}

export function createUsageGroups({ by, calendar, toolOf = () => '', now }: GroupOptions): UsageGroups {
  const groups = new Map<string, UsageTotalBuilder>();
  const blocks = createUsageBlocks();
  const keyOf = by.map((grouping) => {
    if (grouping === 'block') return blocks.hourOf;
    return grouping === 'tool' ? toolOf : createUsageKey(grouping, calendar);
  });
  const [onlyKey = () => ''] = keyOf;
  const hasBlocks = by.includes('block');
  const sessionAt = by.indexOf('session');
  /** The agent of each thread, of a report by session. */
  const agents = new Map<string, string>();

  function nameOf(row: UsageRow): string {
    return keyOf.length === 1 ? onlyKey(row) : joinParts(keyOf.map((key) => key(row)));
  }

  function find(known: Map<string, UsageTotalBuilder>, name: string): UsageTotalBuilder {
    let group = known.get(name);
    if (!group) {
      group = createUsageTotal();
      known.set(name, group);
    }
    return group;
  }

  /** Hours become the windows that they belong to. */
  function settled(): Map<string, UsageTotalBuilder> {
    if (!hasBlocks) return groups;
    const keyOfHour = blocks.keys(calendar);
    const merged = new Map<string, UsageTotalBuilder>();
    for (const [name, group] of groups) {
      const parts = partsOf(name, by).map((part, index) => (by[index] === 'block' ? keyOfHour(part) : part));
      find(merged, joinParts(parts)).merge(group);
    }
    return merged;
  }

  function rowOf([name, group]: readonly [string, UsageTotalBuilder]): UsageReportRow {
    const total = group.total();
    const parts = partsOf(name, by);
    const row: UsageReportRow = { key: parts.join(JOINT), ...total };
    if (by.length > 1) row.keys = Object.fromEntries(by.map((grouping, index) => [grouping, parts[index] ?? '']));
    const block = hasBlocks ? blocks.block(parts[by.indexOf('block')] ?? '', total, now) : undefined;
    if (block) row.block = block;
    const agent = sessionAt === -1 ? undefined : agents.get(parts[sessionAt] ?? '');
    if (agent !== undefined) row.agent = agent;
    return row;
  }

  return {
    note(row) {
      if (hasBlocks) blocks.hourOf(row);
    },
    of(row) {
      if (sessionAt !== -1) agents.set(row.threadId, row.agent);
      return find(groups, nameOf(row));
    },
    rows: () => Array.from(settled(), rowOf).sort(createOrder(by)),
  };
}

/** A part may hold any character, so only JSON tells where one ends. */
function joinParts(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : JSON.stringify(parts);
}

function partsOf(name: string, by: readonly UsageGrouping[]): string[] {
  // Only `joinParts` above writes it.
  return by.length === 1 ? [name] : (JSON.parse(name) as string[]);
}

/** By the times among the groupings, then by cost. */
function createOrder(by: readonly UsageGrouping[]): (one: UsageReportRow, other: UsageReportRow) => number {
  const times = by.filter(isTimeGrouping);
  const partOf = (row: UsageReportRow, grouping: UsageGrouping) => row.keys?.[grouping] ?? row.key;
  return (one, other) => {
    for (const time of times) {
      const order =
        (time === 'block' ? (one.block?.start ?? 0) - (other.block?.start ?? 0) : 0) ||
        compare(partOf(one, time), partOf(other, time));
      if (order !== 0) return order;
    }
    return (other.costUsd ?? 0) - (one.costUsd ?? 0) || other.total - one.total || compare(one.key, other.key);
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
