import type { ThreadStore } from '../../../archive/index.ts';
import { isStubRow, type SessionKey } from '../../../archive/model/session-row.ts';
import { storedSessions } from '../../../archive/model/stored-sessions.ts';
import { storedStory } from '../../../archive/model/stored-story.ts';
import { parseTime } from '../../../core/thread/time.ts';
import { tellStories } from '../../../machine/insights/read-insights.ts';
import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import type { GatheredInsights, OnStory } from '../insights/gather-insights.ts';
import type { UsageOptions } from '../usage/usage-options.ts';
import { gatherRemote } from './remote-usage.ts';

/** The largest difference of a zone from UTC. */
const MOST_OFFSET_MS = 15 * 60 * 60_000;

const sourceOf = ({ agent, threadId }: Pick<SessionKey, 'threadId'> & { agent: string }) => `${agent} ${threadId}`;

/** What was found in the sessions of a store: first the requests, then the sessions that were written to on the days. */
export async function gatherRemoteInsights(
  store: ThreadStore,
  options: UsageOptions,
  onStory?: OnStory,
): Promise<GatheredInsights> {
  const { agent, machine, project: folders, since } = options;
  const gathering = gatherRemote(store, options);
  const rows: UsageRow[] = [];
  await gathering.read((row) => rows.push(row));
  const machines = new Map<string, string | undefined>();
  const stories = tellStories({
    ...options,
    rows,
    sourceOf,
    onStory: (story, source) => onStory?.(story, undefined, source === undefined ? undefined : machines.get(source)),
  });
  const project = folders?.length === 1 ? folders[0] : undefined;
  const first = since === undefined ? undefined : (parseTime(since) ?? 0) - MOST_OFFSET_MS;
  for await (const row of storedSessions(store, { agent, machine, project, since: first, subagents: true })) {
    if (isStubRow(row)) continue;
    const source = sourceOf(row.key);
    machines.set(source, row.machine);
    stories.tell(await storedStory(store, row), source);
  }
  const insights = stories.insights();
  return { insights, rows, tellProblems: gathering.tellProblems, hasNothing: gathering.hasNothing };
}
