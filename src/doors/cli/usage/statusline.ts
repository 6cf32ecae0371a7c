import { createCalendar } from '../../../machine/usage/calendar.ts';
import { priceOf } from '../../../machine/usage/price-of.ts';
import { createUsageFilter } from '../../../machine/usage/usage-filter.ts';
import { createUsageTotal, type UsageTotalBuilder } from '../../../machine/usage/usage-total.ts';
import type { CliContext } from '../agents.ts';
import type { ExitCode } from '../exit.ts';
import { printOnce } from '../output.ts';
import { dollars, shortCount } from './amounts.ts';
import type { UsageValues } from './command.ts';
import { gatherUsage } from './gather.ts';
import { readHint } from './statusline-hint.ts';
import { readUsageOptions } from './usage-options.ts';

interface Session {
  total: UsageTotalBuilder;
  lastAt: number;
  project: string | undefined;
}

/** One short line: the usage of today and of the current session. Only files written to today are read. */
export async function statusline(args: UsageValues & CliContext): Promise<ExitCode> {
  const options = await readUsageOptions(args);
  const hint = await readHint(args.session);
  const today = createCalendar(args.zone).day(Date.now());
  const isWanted = createUsageFilter(options, options.calendar);
  const day = createUsageTotal();
  const sessions = new Map<string, Session>();
  await gatherUsage({ ...options, since: today, isQuick: true }).read((row) => {
    if (!isWanted(row)) return;
    const cost = priceOf(row, options.prices);
    if (options.calendar.day(row.at) === today) day.add(row, cost);
    const session = sessions.get(row.threadId) ?? { total: createUsageTotal(), lastAt: 0, project: row.project };
    session.total.add(row, cost);
    session.lastAt = Math.max(session.lastAt, row.at);
    sessions.set(row.threadId, session);
  });
  const session = hint === undefined ? lastOf(sessions, process.cwd()) : sessions.get(hint);
  const parts = [`today ${amounts(day)}`, ...(session ? [`session ${amounts(session.total)}`] : [])];
  return printOnce(`${parts.join(' · ')}\n`);
}

function amounts(builder: UsageTotalBuilder): string {
  const { total, costUsd } = builder.total();
  return costUsd === null ? shortCount(total) : `${shortCount(total)} ${dollars(costUsd)}`;
}

function lastOf(sessions: ReadonlyMap<string, Session>, folder: string): Session | undefined {
  let last: Session | undefined;
  for (const session of sessions.values()) {
    if (session.project === folder && session.lastAt > (last?.lastAt ?? 0)) last = session;
  }
  return last;
}
