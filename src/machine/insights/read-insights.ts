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

/** Options of `tellStories`. */
export interface TellStoriesOptions extends UsageFilter {
  /** All requests, each once, as the usage code counts them. */
  rows: Iterable<UsageRow>;
  /** The name of the session that made a request. Default: its file. */
  sourceOf?: ((row: UsageRow) => string) | undefined;
  zone?: string | undefined;
  prices?: PriceTable | undefined;
  /** Receives every story that was looked at, for others who count, and its source, if that is there. */
  onStory?: ((story: SessionStory, source: string | undefined) => void) | undefined;
  builder?: InsightsBuilder | undefined;
}

/** Options of `readInsights`. */
export interface ReadInsightsOptions extends TellStoriesOptions, Omit<ReadStoryOptions, 'agent'> {
  /** The sessions to read. */
  files: Iterable<{ path: string; agent: string }>;
}

/** Takes what sessions tell one by one, and applies every rule to the days that are wanted. */
export interface StoryTelling {
  tell(told: ToldStory, source: string): void;
  /** What was found. Sessions that nobody told are known by their requests alone. */
  insights(): Insights;
}

/** Gives each story its requests. */
export function tellStories(options: TellStoriesOptions): StoryTelling {
  const { rows, sourceOf = (row) => row.source, zone, prices = defaultPrices, onStory } = options;
  const { agent, project, since, until, builder = createInsights() } = options;
  const isCounted = createUsageFilter({ agent, project, since, until }, createCalendar(zone));
  const requests = new Map<string, PricedRequest[]>();
  for (const row of rows) {
    if (!isCounted(row)) continue;
    const source = sourceOf(row);
    const known = requests.get(source);
    if (known) known.push(pricedRequest(row, prices));
    else requests.set(source, [pricedRequest(row, prices)]);
  }

  function takeRequests(source: string): PricedRequest[] {
    const own = requests.get(source) ?? [];
    requests.delete(source);
    return own.sort((one, other) => one.row.line - other.row.line);
  }

  function add(story: SessionStory, source?: string): void {
    if (story.calls.length === 0 && story.requests.length === 0) return;
    builder.add(story);
    onStory?.(story, source);
  }

  return {
    tell(told, source) {
      // Only what happened on the days.
      const calls = told.calls.filter(({ at }) => isCounted({ agent: told.agent, project: told.project, at }));
      add({ ...told, calls, requests: takeRequests(source) }, source);
    },
    insights() {
      for (const source of [...requests.keys()]) add(goneStory(takeRequests(source)));
      return builder.insights();
    },
  };
}

/** Reads sessions one after the other and applies every rule to the days that are wanted. */
export async function readInsights(options: ReadInsightsOptions): Promise<Insights> {
  const stories = tellStories(options);
  for (const file of options.files) {
    if (options.agent !== undefined && file.agent !== options.agent) continue;
    const told = await readOrNone(file.path, options);
    if (told) stories.tell(told, file.path);
  }
  return stories.insights();
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
