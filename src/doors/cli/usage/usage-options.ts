import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileFault } from '../../../machine/sessions/file-fault.ts';
import type { AgentStore } from '../../../machine/sessions/store.ts';
import { agentStores } from '../../../machine/sessions/stores/registry.ts';
import { type Calendar, createCalendar } from '../../../machine/usage/calendar.ts';
import { defaultPrices, type PriceTable } from '../../../machine/usage/price-table.ts';
import { type UsageGrouping, usageGroupings } from '../../../machine/usage/usage-key.ts';
import type { CliContext } from '../agents.ts';
import { usageError } from '../exit.ts';
import { parseDollars } from '../options.ts';
import { type Moment, parsePeriod } from '../when.ts';
import type { UsageValues } from './command.ts';

/** The options that a person gave, parsed and checked. */
export interface UsageOptions extends CliContext {
  by: readonly UsageGrouping[];
  calendar: Calendar;
  /** Undefined for this machine's zone. */
  zone: string | undefined;
  /** A day, or a time in ISO 8601. */
  since: string | undefined;
  until: string | undefined;
  agent: string | undefined;
  project: readonly string[] | undefined;
  /** On a server: only the usage of this machine. */
  machine: string | undefined;
  prices: PriceTable;
  /** Leaves out sessions whose files agents deleted. */
  liveOnly: boolean;
  /** The most that the days shown may cost. */
  budgetUsd: number | undefined;
  homes: readonly string[] | undefined;
  form: 'table' | 'json' | 'csv';
  color: string | undefined;
}

/** Who reads the options. */
interface Asking {
  /** The address of the server that is asked instead of this machine. */
  archive?: string | undefined;
  /** The command whose help to suggest. */
  command?: string;
}

export async function readUsageOptions(
  args: UsageValues & CliContext,
  { archive, command = 'usage' }: Asking = {},
): Promise<UsageOptions> {
  const calendar = readZone(args.zone, command);
  const { since, until } = parsePeriod(command, args, { calendar });
  return {
    by: await readGroupings(args.by?.join(',')),
    calendar,
    zone: args.zone,
    since: boundOf(since),
    until: boundOf(until),
    agents: args.agents,
    agent: await readAgent(args.agent, command, args.agents),
    machine: args.machine,
    project: await readProjects(args, command, archive),
    prices: await readPrices(args.prices, command),
    budgetUsd: parseDollars('usage', '--budget', args.budget),
    liveOnly: args['live-only'] === true,
    homes: args.home,
    form: args.json ? 'json' : args.csv ? 'csv' : 'table',
    color: args.color,
  };
}

const MOST_GROUPINGS = 3;

/** Up to three names with commas between them, or each by an option of its own. */
async function readGroupings(by = 'day'): Promise<readonly UsageGrouping[]> {
  const names = by.split(',').map((name) => name.trim());
  if (names.length > MOST_GROUPINGS) throw usageError(`--by takes up to ${MOST_GROUPINGS} names, not '${by}'`, 'usage');
  const groupings: UsageGrouping[] = [];
  for (const name of names) {
    const grouping = usageGroupings.find((known) => known === name);
    if (!grouping) {
      const { didYouMean } = await import('../nearest.ts');
      const hint = didYouMean(name, usageGroupings);
      throw usageError(`--by takes ${usageGroupings.join(', ')}, not '${name}'${hint}`, 'usage');
    }
    if (groupings.includes(grouping)) throw usageError(`--by names ${name} twice`, 'usage');
    groupings.push(grouping);
  }
  return groupings;
}

async function readAgent(
  name: string | undefined,
  command: string,
  agents: readonly AgentStore[] = agentStores,
): Promise<string | undefined> {
  const known: string[] = agents.map((agent) => agent.name);
  if (name === undefined || known.includes(name)) return name;
  const { didYouMean } = await import('../nearest.ts');
  throw usageError(`no agent is called '${name}'${didYouMean(name, known)}; there are: ${known.join(', ')}`, command);
}

function readZone(zone: string | undefined, command: string): Calendar {
  try {
    return createCalendar(zone);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(`${error.message}; a zone is like Europe/Berlin`, command);
  }
}

/** Loaded only if it is needed: a report without it reads no session by its events. */
async function readProjects(args: UsageValues & CliContext, command: string, archive: string | undefined) {
  if (args.project === undefined && !args.here) return undefined;
  const { chosenProjects } = await import('../project.ts');
  return chosenProjects(command, args, { agents: args.agents, homes: args.home, archive });
}

/** Whole days stay days: those of the report's zone. */
function boundOf(moment: Moment | undefined): string | undefined {
  return moment && (moment.day ?? new Date(moment.at).toISOString());
}

async function readPrices(path: string | undefined, command: string): Promise<PriceTable> {
  if (path === undefined) return defaultPrices;
  const text = readText(path);
  const { addPrices } = await import('../../../machine/usage/price-file.ts');
  try {
    return addPrices(text, defaultPrices, basename(path));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(`--prices ${path}: ${error.message}`, command);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw fileFault(error, path);
  }
}
