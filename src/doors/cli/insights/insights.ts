import type { ThreadStore } from '../../../archive/index.ts';
import { readOutcome } from '../../../machine/outcome/read-outcome.ts';
import { createWorkedSessions } from '../../../machine/outcome/worked-session.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { printOnce } from '../output.ts';
import { gatherRemoteInsights } from '../remote/remote-insights.ts';
import { report as say } from '../report.ts';
import { createScreen } from '../screen.ts';
import { isTerminal } from '../standard-streams.ts';
import type { UsageOptions } from '../usage/usage-options.ts';
import { createJsonEncoder } from '../write-json.ts';
import { gatherInsights } from './gather-insights.ts';
import { insightsText } from './insights-text.ts';

const NOT_THERE =
  'an archive does not know commits, how long calls took, and which tools were offered: ask the machine itself';

/** Reads sessions and shows what was found in them. */
export async function insights(
  options: UsageOptions,
  isUsualPeriod: boolean,
  store?: ThreadStore | undefined,
): Promise<ExitCode> {
  const worked = createWorkedSessions();
  const gathered = store ? gatherRemoteInsights(store, options) : gatherInsights(options, worked.add);
  const { insights: told, tellProblems, hasNothing } = await gathered;
  const found = { ...told, ...(await readOutcome(worked.sessions(), options)) };
  if (options.form === 'json') {
    await printOnce(`${createJsonEncoder({ forTerminal: isTerminal('stdout') })(found)}\n`);
  } else if (found.of.sessions > 0) {
    const screen = createScreen({ color: options.color });
    await printOnce(insightsText(found, screen, isUsualPeriod ? 'in the last 30 days' : ''));
  }
  tellProblems();
  if (store) say(NOT_THERE);
  if (found.of.sessions === 0) say('no sessions were found');
  return hasNothing() ? exitCodes.environment : exitCodes.ok;
}
