import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseTime } from '../../../core/thread/time.ts';
import { fileFault } from '../../../machine/sessions/file-fault.ts';
import type { AgentStore } from '../../../machine/sessions/store.ts';
import { agentStores } from '../../../machine/sessions/stores/registry.ts';
import { type Calendar, createCalendar } from '../../../machine/usage/calendar.ts';
import { defaultPrices, type PriceTable } from '../../../machine/usage/price-table.ts';
import { type UsageGrouping, usageGroupings } from '../../../machine/usage/usage-key.ts';
import type { CliContext } from '../agents.ts';
import { usageError } from '../exit.ts';
import type { UsageValues } from './command.ts';

/** The options that a person gave, parsed and checked. */
export interface UsageOptions extends CliContext {
  by: UsageGrouping;
  calendar: Calendar;
  /** Undefined for this machine's zone. */
  zone: string | undefined;
  since: string | undefined;
  until: string | undefined;
  agent: string | undefined;
  project: string | undefined;
  /** On a server: only the usage of this machine. */
  machine: string | undefined;
  prices: PriceTable;
  homes: readonly string[] | undefined;
  form: 'table' | 'json' | 'csv';
  color: string | undefined;
}

export async function readUsageOptions(args: UsageValues & CliContext): Promise<UsageOptions> {
  const calendar = readZone(args.zone);
  return {
    by: await readGrouping(args.by),
    calendar,
    zone: args.zone,
    since: readDay('--since', args.since, calendar),
    until: readDay('--until', args.until, calendar),
    agents: args.agents,
    agent: await readAgent(args.agent, args.agents),
    machine: args.machine,
    project: args.here ? process.cwd() : args.project && resolve(args.project),
    prices: await readPrices(args.prices),
    homes: args.home,
    form: args.json ? 'json' : args.csv ? 'csv' : 'table',
    color: args.color,
  };
}

async function readGrouping(by = 'day'): Promise<UsageGrouping> {
  const grouping = usageGroupings.find((name) => name === by);
  if (grouping) return grouping;
  const { didYouMean } = await import('../nearest.ts');
  throw usageError(`--by takes ${usageGroupings.join(', ')}, not '${by}'${didYouMean(by, usageGroupings)}`, 'usage');
}

async function readAgent(
  name: string | undefined,
  agents: readonly AgentStore[] = agentStores,
): Promise<string | undefined> {
  const known: string[] = agents.map((agent) => agent.name);
  if (name === undefined || known.includes(name)) return name;
  const { didYouMean } = await import('../nearest.ts');
  throw usageError(`no agent is called '${name}'${didYouMean(name, known)}; there are: ${known.join(', ')}`, 'usage');
}

function readZone(zone: string | undefined): Calendar {
  try {
    return createCalendar(zone);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(`${error.message}; a zone is like Europe/Berlin`, 'usage');
  }
}

const DAY_MS = 24 * 60 * 60_000;

/** `2026-11-15`, `20261115`, `today`, `yesterday`, or `7d`: the last seven days, today included. */
function readDay(option: string, text: string | undefined, calendar: Calendar): string | undefined {
  if (text === undefined) return undefined;
  if (text === 'today') return dayBefore(calendar, 0);
  if (text === 'yesterday') return dayBefore(calendar, 1);
  const [, count] = /^(\d{1,5})d$/.exec(text) ?? [];
  if (count !== undefined) return dayBefore(calendar, Math.max(0, Number(count) - 1));
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  if (year !== undefined && parseTime(date) !== undefined) return date;
  throw usageError(`${option} takes a day such as 2026-11-15, today or 7d, not '${text}'`, 'usage');
}

/** Days are counted on the calendar, because a day may have 23 hours. */
function dayBefore(calendar: Calendar, days: number): string {
  const today = parseTime(calendar.day(Date.now())) ?? 0;
  return new Date(today - days * DAY_MS).toISOString().slice(0, 10);
}

async function readPrices(path: string | undefined): Promise<PriceTable> {
  if (path === undefined) return defaultPrices;
  const text = readText(path);
  const { addPrices } = await import('../../../machine/usage/price-file.ts');
  try {
    return addPrices(text, defaultPrices, basename(path));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(`--prices ${path}: ${error.message}`, 'usage');
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw fileFault(error, path);
  }
}
