import type { UsageReport } from '../../../machine/usage/usage-report.ts';
import { createUsageReport } from '../../../machine/usage/usage-report.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { printOnce } from '../output.ts';
import { report as say } from '../report.ts';
import { isTerminal } from '../standard-streams.ts';
import { type Gathering, gatherUsage } from './gather.ts';
import type { UsageOptions } from './usage-options.ts';

/** Reads all sessions and shows their usage. */
export async function usage(options: UsageOptions, gathering: Gathering = gatherUsage(options)): Promise<ExitCode> {
  const builder = createUsageReport(options);
  await gathering.read(builder.add);
  const report = builder.report();
  await printOnce(await textOf(report, options));
  gathering.tellProblems();
  if (report.rows.length === 0) say(gathering.hasFiles() ? 'nothing was used' : 'no sessions were found');
  return gathering.hasNothing() ? exitCodes.environment : exitCodes.ok;
}

/** Each form is loaded only when it is wanted. */
async function textOf(report: UsageReport, { form, color }: UsageOptions): Promise<string> {
  if (form === 'json') return (await import('./usage-json.ts')).reportJson(report, isTerminal('stdout'));
  if (form === 'csv') return (await import('./usage-csv.ts')).reportCsv(report, isTerminal('stdout'));
  if (report.rows.length === 0) return '';
  const { createScreen } = await import('../screen.ts');
  return (await import('./report-table.ts')).reportTable(report, createScreen({ color }));
}
