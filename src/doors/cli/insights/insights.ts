import { readOutcome } from '../../../machine/outcome/read-outcome.ts';
import { createWorkedSessions } from '../../../machine/outcome/worked-session.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { printOnce } from '../output.ts';
import { report as say } from '../report.ts';
import { createScreen } from '../screen.ts';
import { isTerminal } from '../standard-streams.ts';
import type { UsageOptions } from '../usage/usage-options.ts';
import { createJsonEncoder } from '../write-json.ts';
import { gatherInsights } from './gather-insights.ts';
import { insightsText } from './insights-text.ts';

/** Reads sessions and shows what was found in them. */
export async function insights(options: UsageOptions, isUsualPeriod: boolean): Promise<ExitCode> {
  const worked = createWorkedSessions();
  const { insights: told, tellProblems, hasNothing } = await gatherInsights(options, worked.add);
  const found = { ...told, ...(await readOutcome(worked.sessions(), options)) };
  if (options.form === 'json') {
    await printOnce(`${createJsonEncoder({ forTerminal: isTerminal('stdout') })(found)}\n`);
  } else if (found.of.sessions > 0) {
    const screen = createScreen({ color: options.color });
    await printOnce(insightsText(found, screen, isUsualPeriod ? 'in the last 30 days' : ''));
  }
  tellProblems();
  if (found.of.sessions === 0) say('no sessions were found');
  return hasNothing() ? exitCodes.environment : exitCodes.ok;
}
