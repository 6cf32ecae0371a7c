import { ThreadlineError } from '../../errors.ts';
import { normaliseId } from '../sessions/store.ts';
import { createCalendar } from '../usage/calendar.ts';
import { defaultPrices, type PriceTable } from '../usage/price-table.ts';
import { createUsageFilter, type UsageFilter } from '../usage/usage-filter.ts';
import type { UsageRow } from '../usage/usage-row.ts';
import { createInsights, type Insights, type InsightsBuilder } from './insights.ts';
import { type PricedRequest, pricedRequest } from './priced-request.ts';
import { type ReadStoryOptions, readStory } from './read-story.ts';
import type { SessionStory, ToldStory } from './session-story.ts';

/** Options of `readInsights`. */
export interface ReadInsightsOptions extends UsageFilter, Omit<ReadStoryOptions, 'agent'> {
  /** The sessions to read. */
  files: Iterable<{ path: string; agent: string }>;
  /** All requests, each once, as the usage code counts them. */
  rows: Iterable<UsageRow>;
  zone?: string | undefined;
  prices?: PriceTable | undefined;
  /** Receives every story that was looked at, for others who count, and its file, if that is there. */
  onStory?: ((story: SessionStory, path: string | undefined) => void) | undefined;
  builder?: InsightsBuilder | undefined;
}

/** Reads sessions one after the other and applies every rule to the days that are wanted. */
export async function readInsights(options: ReadInsightsOptions): Promise<Insights> {
  const { files, rows, zone, prices = defaultPrices, agent, project, since, until, onStory } = options;
  const { builder = createInsights() } = options;
  const calendar = createCalendar(zone);
  const isCounted = createUsageFilter({ agent, project, since, until }, calendar);
  const requests = new Map<string, PricedRequest[]>();
  for (const row of rows) {
    if (!isCounted(row)) continue;
    const known = requests.get(row.source);
    if (known) known.push(pricedRequest(row, prices));
    else requests.set(row.source, [pricedRequest(row, prices)]);
  }

  function takeRequests(path: string): PricedRequest[] {
    const own = requests.get(path) ?? [];
    requests.delete(path);
    return own.sort((one, other) => one.row.line - other.row.line);
  }

  function tell(story: SessionStory, path?: string): void {
    if (story.calls.length === 0 && story.requests.length === 0) return;
    builder.add(story);
    onStory?.(story, path);
  }

  /** Only what happened on the days. */
  function storyOf(told: ToldStory, path: string): SessionStory {
    const own = takeRequests(path);
    const calls = told.calls.filter(({ at }) => isCounted({ agent: told.agent, project: told.project, at }));
    return { ...told, calls, requests: own };
  }

  for (const file of files) {
    if (agent !== undefined && file.agent !== agent) continue;
    const told = await readOrNone(file.path, options);
    if (!told) continue;
    tell(storyOf(told, file.path), file.path);
  }
  for (const path of [...requests.keys()]) tell(goneStory(takeRequests(path)));
  return builder.insights();
}

/** A session whose file is gone: only its requests are known. */
function goneStory(requests: readonly PricedRequest[]): SessionStory {
  const { agent = '', threadId = '', project, at = 0 } = requests[0]?.row ?? {};
  return {
    agent,
    id: normaliseId(threadId),
    project,
    title: '(deleted session)',
    status: 'done',
    startedAt: at,
    calls: [],
    prompts: [],
    compactions: [],
    counts: new Set(),
    offered: new Map(),
    requests,
  };
}

/** A session that cannot be read is told by those who read its requests. */
async function readOrNone(path: string, { agent: _, ...options }: ReadInsightsOptions): Promise<ToldStory | undefined> {
  try {
    return await readStory(path, options);
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}
