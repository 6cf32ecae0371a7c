import { createMonthForecast } from '../../../machine/usage/month-forecast.ts';
import { createUsageFilter } from '../../../machine/usage/usage-filter.ts';
import { priceOfQuarter } from '../../../machine/usage/usage-quarter.ts';
import { createSummedReport, type UsageReport } from '../../../machine/usage/usage-report.ts';
import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { printOnce } from '../output.ts';
import { createProgress } from '../progress.ts';
import { report as say } from '../report.ts';
import { isTerminal } from '../standard-streams.ts';
import { type Gathering, gatherUsage } from './gather.ts';
import type { ReportNotes } from './report-table.ts';
import { shownPeriod, type UsagePeriod } from './shown-period.ts';
import type { UsageOptions } from './usage-options.ts';

/**
 * True if all days are read: for programs, which get the total of all time beside the days, and for windows of five
 * hours, each of which begins after the one before.
 */
export function isAllRead({ form, by, since, until }: UsageOptions): boolean {
  return form === 'json' || by.includes('block') || (since === undefined && until === undefined);
}

/** Shows a report that a server made. */
export async function showWorkReport(report: UsageReport, options: UsageOptions): Promise<ExitCode> {
  const { name } = shownPeriod(options);
  const { budgetUsd } = options;
  await printOnce(await textOf(report, options, { period: name, budgetUsd }));
  if (report.rows.length === 0)
    say(name === undefined ? 'nothing was used' : `nothing was used in ${name}; --since WHEN shows others`);
  return (await tellBudget(report, budgetUsd)) ? exitCodes.answerIsNo : exitCodes.ok;
}

/** True if the days shown cost more than they may, which is told. */
async function tellBudget({ total }: UsageReport, budgetUsd: number | undefined): Promise<boolean> {
  if (budgetUsd === undefined || (total.costUsd ?? 0) <= budgetUsd) return false;
  const { budgetText } = await import('./report-table.ts');
  say(`over the budget: ${budgetText(total, budgetUsd)}`);
  return true;
}

/** Reads all sessions and shows their usage. */
export async function usage(
  options: UsageOptions,
  gathering: Gathering = gatherUsage({ ...options, ...shownPeriod(options), isAllRead: isAllRead(options) }),
): Promise<ExitCode> {
  const period = shownPeriod(options);
  const { report, notes } = await count(options, period, gathering);
  await printOnce(await textOf(report, options, notes));
  gathering.tellProblems();
  if (report.rows.length === 0) say(nothingText(gathering, report, period));
  const isOver = await tellBudget(report, options.budgetUsd);
  if (gathering.hasNothing()) return exitCodes.environment;
  return isOver ? exitCodes.answerIsNo : exitCodes.ok;
}

async function count(options: UsageOptions, period: UsagePeriod, gathering: Gathering) {
  const { prices, calendar, agent, project, budgetUsd, by } = options;
  const days = { since: period.since, until: period.until };
  const rows: UsageRow[] = [];
  let toolOf: ((row: UsageRow) => string) | undefined;
  if (by.includes('tool')) {
    await gathering.read((row) => rows.push(row));
    const isShown = createUsageFilter({ agent, project, ...days }, calendar);
    toolOf = await readTools(rows.filter(isShown), options);
  }
  const builder = createSummedReport({ ...options, ...days, toolOf });
  const month = createMonthForecast(calendar, prices);
  const isWanted = createUsageFilter({ agent, project }, calendar);
  const add = (row: UsageRow) => {
    builder.add(row);
    if (isWanted(row)) month.add(row);
  };
  // A time would cut a sum, and a window of five hours begins with a request.
  const isByDays = !by.includes('block') && ![days.since, days.until].some((bound) => bound?.includes('T'));
  const sums = isByDays && !toolOf ? await gathering.sums?.() : undefined;
  if (toolOf) for (const row of rows) add(row);
  else if (!sums) await gathering.read(add);
  for (const sum of sums ?? []) {
    builder.addQuarter(sum);
    if (isWanted(sum)) month.add(sum, priceOfQuarter(sum, prices));
  }
  const hasAll = isAllRead(options);
  const notes: ReportNotes = {
    period: period.name,
    hasAllTime: hasAll && (days.since ?? days.until) !== undefined,
    forecast: hasAll ? month.forecast() : undefined,
    budgetUsd,
  };
  return { report: builder.report(), notes };
}

/** Sessions are read whole for it. */
async function readTools(rows: readonly UsageRow[], { agents, homes }: UsageOptions) {
  const { readCalledTools } = await import('../../../machine/insights/read-called-tools.ts');
  const progress = createProgress([...new Set(rows.map(({ source }) => source))], { isWanted: true });
  const toolOf = await readCalledTools(rows, { agents, homes, onBytes: progress.advance });
  progress.hide();
  return toolOf;
}

function nothingText(gathering: Gathering, { allTime }: UsageReport, { name }: UsagePeriod): string {
  if (!gathering.hasFiles()) return 'no sessions were found';
  const isEarlier = name !== undefined && allTime.requests > 0;
  return isEarlier ? `nothing was used in ${name}; --since WHEN shows others` : 'nothing was used';
}

/** Each form is loaded only when it is wanted. */
async function textOf(report: UsageReport, { form, color }: UsageOptions, notes: ReportNotes): Promise<string> {
  if (form === 'json') return (await import('./usage-json.ts')).reportJson(report, isTerminal('stdout'), notes);
  if (form === 'csv') return (await import('./usage-csv.ts')).reportCsv(report, isTerminal('stdout'));
  if (report.rows.length === 0) return '';
  const { createScreen } = await import('../screen.ts');
  return (await import('./report-table.ts')).reportTable(report, createScreen({ color }), notes);
}
