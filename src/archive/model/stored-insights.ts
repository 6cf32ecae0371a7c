import type { Insights } from '../../machine/insights/insights.ts';
import { tellStories } from '../../machine/insights/read-insights.ts';
import type { SessionStory } from '../../machine/insights/session-story.ts';
import type { PriceTable } from '../../machine/usage/price-table.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import { isStubRow, type SessionFilter, type SessionKey } from './session-row.ts';
import { storedSessions } from './stored-sessions.ts';
import { storedStory } from './stored-story.ts';
import { storedRows } from './stored-usage.ts';
import { type StoredReportFilter, storedWindow } from './stored-window.ts';
import type { ThreadStore } from './thread-store.ts';

export interface StoredInsightsOptions extends StoredReportFilter {
  zone?: string | undefined;
  prices?: PriceTable | undefined;
  /** Receives every story that was looked at, with the machine that it is of. */
  onStory?: ((story: SessionStory, machine: string | undefined) => void) | undefined;
}

/** What was found in the sessions of a store. */
export interface StoredInsights {
  insights: Insights;
  /** Every request of the wanted days and around them, also of sessions of which the reader may see figures alone. */
  rows: readonly UsageRow[];
}

const sourceOf = ({ agent, threadId }: Pick<SessionKey, 'threadId'> & { agent: string }) => `${agent} ${threadId}`;

/** Reads the requests of a store first, then the sessions that were written to on the days. */
export async function storedInsights(store: ThreadStore, options: StoredInsightsOptions): Promise<StoredInsights> {
  const { onStory } = options;
  const window = storedWindow(options);
  const rows: UsageRow[] = [];
  for await (const row of storedRows(store, window)) rows.push(row);
  const { agent, machine, project, since } = window;
  const written: SessionFilter = { agent, machine, since, subagents: true };
  const machines = new Map<string, string | undefined>();
  const stories = tellStories({
    ...options,
    rows: await readableRows(store, rows, written),
    sourceOf,
    onStory: (story, source) => onStory?.(story, source === undefined ? undefined : machines.get(source)),
  });
  for await (const row of storedSessions(store, { ...written, project })) {
    if (isStubRow(row)) continue;
    const source = sourceOf(row.key);
    machines.set(source, row.machine);
    stories.tell(await storedStory(store, row), source);
  }
  return { insights: stories.insights(), rows };
}

/**
 * In a team's store more people may see the figures of a session than its texts. A session that the reader may not read has
 * no story, so its requests are left out: else it would be taken for a deleted session, and named.
 */
async function readableRows(store: ThreadStore, rows: UsageRow[], written: SessionFilter): Promise<UsageRow[]> {
  if (!store.usageBy) return rows;
  const readable = new Set<string>();
  for await (const { key } of storedSessions(store, written)) readable.add(sourceOf(key));
  return rows.filter((row) => readable.has(sourceOf(row)));
}
