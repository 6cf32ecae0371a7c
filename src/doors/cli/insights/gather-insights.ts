import type { Insights } from '../../../machine/insights/insights.ts';
import { readInsights } from '../../../machine/insights/read-insights.ts';
import type { SessionStory } from '../../../machine/insights/session-story.ts';
import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import { createProgress } from '../progress.ts';
import { gatherUsage } from '../usage/gather.ts';
import type { UsageOptions } from '../usage/usage-options.ts';

/** What was found in the sessions of this machine. */
export interface GatheredInsights {
  insights: Insights;
  /** Every request of the wanted days and before, as the usage report counts them. */
  rows: readonly UsageRow[];
  /** Reports problems, one line of stderr each. */
  tellProblems(): void;
  /** True if there were files or homes, and nothing could be read. */
  hasNothing(): boolean;
}

/** Receives a story with its file, if that is on this machine, or the machine that it is of. */
export type OnStory = (story: SessionStory, path: string | undefined, machine?: string) => void;

/** Reads the requests first, then the sessions behind them. */
export async function gatherInsights(options: UsageOptions, onStory?: OnStory): Promise<GatheredInsights> {
  const gathering = gatherUsage(options);
  const rows: UsageRow[] = [];
  await gathering.read((row) => rows.push(row));
  const { files } = gathering;
  const progress = createProgress(
    files.map(({ path }) => path),
    { isWanted: true },
  );
  const insights = await readInsights({ ...options, files, rows, onStory, onBytes: progress.advance });
  progress.hide();
  return { insights, rows, tellProblems: gathering.tellProblems, hasNothing: gathering.hasNothing };
}
