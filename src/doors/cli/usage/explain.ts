import { existsSync, statSync } from 'node:fs';
import { amount } from '../../../core/text/amount.ts';
import { type Calendar, monthOf, weekOf } from '../../../machine/usage/calendar.ts';
import { type Cost, priceOf, type UnknownPrice } from '../../../machine/usage/price-of.ts';
import { createUsageFilter } from '../../../machine/usage/usage-filter.ts';
import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import { createUsageTotal } from '../../../machine/usage/usage-total.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { openOutput } from '../output.ts';
import { report as say } from '../report.ts';
import { createScreen, type Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { shortPath } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';
import { dollars, shortCount } from './amounts.ts';
import { type Gathering, gatherUsage } from './gather.ts';
import { totalJson } from './usage-json.ts';
import type { UsageOptions } from './usage-options.ts';

interface Explained {
  row: UsageRow;
  cost: Cost | UnknownPrice;
}

/** A shorter beginning of an id could match any. */
const LEAST_PREFIX = 6;
/** The number of a session in the list, or of one below it. */
const LIST_NUMBER = /^\d{1,3}(?:\.\d{1,3})?$/;

/** Shows the requests behind a number of a report. */
export async function explain(what: string, options: UsageOptions, ofServer?: Gathering): Promise<ExitCode> {
  const gathering = ofServer ?? gatherUsage(options);
  // A place in the list, `last` and a file are of this machine.
  const meant = ofServer ? what : await meantBy(what, options);
  const output = openOutput();
  const isWanted = createUsageFilter(options, options.calendar);
  const found: Explained[] = [];
  const total = createUsageTotal();
  await gathering.read((row) => {
    if (!isWanted(row) || !isMeant(row, meant, options)) return;
    const cost = priceOf(row, options.prices);
    found.push({ row, cost });
    total.add(row, cost);
  });
  found.sort((one, other) => one.row.at - other.row.at);
  const sum = total.total();
  if (options.form === 'json') {
    const encode = createJsonEncoder({ forTerminal: output.isTerminal });
    const { date, source } = options.prices;
    const head = encode({ key: what, zone: options.calendar.zone, prices: { date, source } })?.slice(0, -1);
    const lines = found.map((one) => `${encode(explainedJson(one))}\n`).join(',');
    output.append(`${head},"rows":[\n${lines}],"total":${encode(totalJson(sum))}}\n`);
  } else if (found.length > 0) {
    const screen = createScreen({ color: options.color });
    const summary = `${amount(sum.requests, 'request')}, ${shortCount(sum.input)} input, ${shortCount(sum.output)} output`;
    const cost = sum.costUsd === null ? 'no price is known' : dollars(sum.costUsd);
    output.append(`${explainTable(found, options.calendar, screen)}\n\n${screen.style.bold(`${summary}, ${cost}`)}\n`);
  }
  await output.flush();
  gathering.tellProblems();
  if (found.length === 0)
    say(
      `nothing was used by '${what}'; --explain takes a session, a day, week or month, a model, an agent or a folder`,
    );
  return gathering.hasNothing() ? exitCodes.environment : exitCodes.ok;
}

/** The key of a session that was named in another way than by its id. */
async function meantBy(what: string, { homes, agents }: UsageOptions): Promise<string> {
  const isNamed = what === 'last' || LIST_NUMBER.test(what) || (existsSync(what) && statSync(what).isFile());
  if (!isNamed) return what;
  const { namedSession } = await import('../named-session.ts');
  const { agent, id } = await namedSession(what, { homes, agents, cwd: process.cwd() });
  return `${agent}:${id}`;
}

function isMeant(row: UsageRow, what: string, { calendar }: UsageOptions): boolean {
  const day = calendar.day(row.at);
  return (
    row.threadId === what ||
    (what.length >= LEAST_PREFIX && row.threadId.startsWith(what)) ||
    `${row.agent}:${row.threadId}` === what ||
    day === what ||
    weekOf(day) === what ||
    monthOf(day) === what ||
    row.model === what ||
    row.project === what ||
    row.agent === what
  );
}

/** After the time, which is the zone's. */
const columns: readonly Column<Explained>[] = [
  { title: 'model', text: ({ row }) => (row.tier ? `${row.model} (${row.tier})` : (row.model ?? '-')), least: 8 },
  { title: 'input', text: ({ row }) => shortCount(row.input), isCount: true },
  { title: 'cached', text: ({ row }) => shortCount(row.cached), isCount: true, drop: 1 },
  { title: 'written', text: ({ row }) => shortCount(row.cacheWrite), isCount: true, drop: 3 },
  { title: 'output', text: ({ row }) => shortCount(row.output), isCount: true },
  { title: 'cost', text: ({ cost }) => ('unknown' in cost ? '?' : dollars(cost.usd)), isCount: true },
  { title: 'request', text: ({ row }) => row.key, least: 8, drop: 2 },
  { title: 'where', text: ({ row }) => `${shortPath(row.source)}:${row.line}`, least: 16, shorten: 'start' },
];

function explainTable(rows: readonly Explained[], calendar: Calendar, screen: Screen): string {
  const time: Column<Explained> = { title: 'time', text: ({ row }) => calendar.minute(row.at) || '-' };
  return renderTable(rows, [time, ...columns], screen);
}

function explainedJson({ row, cost }: Explained): object {
  const isKnown = !('unknown' in cost);
  return {
    agent: row.agent,
    id: row.threadId,
    thread_id: row.threadId,
    key: row.key,
    at: row.at > 0 ? new Date(row.at).toISOString() : null,
    model: row.model ?? null,
    tier: row.tier ?? null,
    project: row.project ?? null,
    input: row.input,
    cached: row.cached,
    cache_write: row.cacheWrite,
    output: row.output,
    reasoning: row.reasoning,
    cost_usd: isKnown ? cost.usd : null,
    price: isKnown ? { model: cost.model, over: cost.over ?? null } : null,
    source: row.source,
    line: row.line,
  };
}
