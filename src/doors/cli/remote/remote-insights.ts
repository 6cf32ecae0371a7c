import type { ThreadStore } from '../../../archive/index.ts';
import { storedInsights } from '../../../archive/model/stored-insights.ts';
import type { GatheredInsights, OnStory } from '../insights/gather-insights.ts';
import type { UsageOptions } from '../usage/usage-options.ts';

/** What was found in the sessions of a store, for the same reports that read files. */
export async function gatherRemoteInsights(
  store: ThreadStore,
  options: UsageOptions,
  onStory?: OnStory,
): Promise<GatheredInsights> {
  const { agent, machine, project, since, until, zone, prices } = options;
  const found = await storedInsights(store, {
    agent,
    machine,
    project,
    since,
    until,
    zone,
    prices,
    onStory: (story, from) => onStory?.(story, undefined, from),
  });
  return { ...found, tellProblems() {}, hasNothing: () => false };
}
