import type { DatabaseSync } from 'node:sqlite';
import { unpackFacts } from '../../machine/usage/usage-facts.ts';
import type { UsageQuarter } from '../../machine/usage/usage-quarter.ts';
import { usageLinks } from '../folding/usage-links.ts';
import { isFileGone } from '../model/gone-file.ts';
import { unpackQuarters } from '../model/packed-quarters.ts';
import type { UsageSumsOptions } from '../model/thread-store.ts';
import { writeVersion } from './changes.ts';
import { byPath, connectedSources, countSources, factsOf, pathOf, renewUsageSums } from './renew-usage-sums.ts';
import { sqliteFault } from './sqlite.ts';
import type { Statements } from './statements.ts';
import { beginUsageSums, usageSumsState } from './usage-sum-tables.ts';

/** So many sources are counted while somebody waits. The next index run counts more. */
const MOST_STALE = 50;

/** A file that is in the homes, and of which the archive keeps nothing. */
interface MissedFile {
  id: number;
  path: string;
  facts: Uint8Array;
}

/**
 * What all sources add to a report; undefined if that is not known yet, and the requests are to be read. From the first
 * call on, index runs keep it up to date.
 */
export async function readUsageSums(
  database: DatabaseSync,
  statements: Statements,
  options: UsageSumsOptions,
): Promise<UsageQuarter[] | undefined> {
  if (!prepareSums(database, statements)) return undefined;
  const missed = await readMissed(statements, options);
  const others = sourcesOfOthers(statements, options);
  const kept = keptSums(statements);
  if (missed.length === 0 && others.size === 0) return [...kept.values()].flatMap(({ quarters }) => quarters);
  const links = missed.flatMap(({ facts }) => [...usageLinks(unpackFacts(facts))]);
  const connected = connectedSources(statements, [...others], links);
  if (!connected) return undefined;
  const quarters = countAnew(statements, connected, others, missed);
  for (const [id, sums] of kept) if (!connected.has(id)) quarters.push(...sums.quarters);
  return quarters;
}

/** True if the sums are those of all sources. */
function prepareSums(database: DatabaseSync, statements: Statements): boolean {
  try {
    if (usageSumsState(statements) !== 'kept') {
      beginUsageSums(database, statements);
      return false;
    }
    const stale = Number(statements.get('select count(*) as count from usage_stale')?.count);
    if (stale > MOST_STALE) return false;
    if (stale > 0) renewUsageSums(database, statements);
    return true;
  } catch (error) {
    // An archive that is busy, or cannot be written to, has no sums that could be trusted.
    if (sqliteFault(error) === 'busy' || sqliteFault(error) === 'read-only') return false;
    throw error;
  }
}

/** Sessions that were left out or forgotten, and files that cannot be read to their end, are used all the same. */
async function readMissed(
  statements: Statements,
  { homes, changed = new Set(), factsOf: readFacts }: UsageSumsOptions,
): Promise<MissedFile[]> {
  const isServed = servedHomes(homes);
  const rows = statements.all(
    "select id, agent, home, path from source where state in ('left-out', 'forgotten', 'bad') order by path",
  );
  const paths = new Map([...changed].map((path, index) => [path, -1 - index]));
  for (const { id, agent, home, path } of rows) if (isServed(agent, home)) paths.set(String(path), Number(id));
  if (paths.size === 0 || !readFacts) return [];
  const found = await readFacts(new Set(paths.keys()));
  return [...paths].flatMap(([path, id]) => {
    const facts = found.get(path);
    return facts ? { id, path, facts } : [];
  });
}

/** Files that changed, and those of homes that nobody asks for. What is gone counts, wherever it was. */
function sourcesOfOthers(statements: Statements, { homes, changed = new Set() }: UsageSumsOptions): Set<number> {
  const others = new Set<number>();
  for (const path of changed) {
    const id = statements.get("select id from source where path = ? and state <> 'gone'", path)?.id;
    if (id !== undefined) others.add(Number(id));
  }
  if (!homes) return others;
  const isServed = servedHomes(homes);
  for (const { agent, home } of statements.all('select distinct agent, home from source')) {
    if (isServed(agent, home)) continue;
    const rows = statements.all(
      `select id, path from source join usage on usage.source_id = source.id
        where agent = ? and home = ? and state <> 'gone'`,
      agent,
      home,
    );
    for (const { id, path } of rows) if (!isFileGone(String(path), String(home))) others.add(Number(id));
  }
  return others;
}

function servedHomes(homes: UsageSumsOptions['homes']): (agent: unknown, home: unknown) => boolean {
  const served = homes && new Set(homes.map(({ agent, path }) => JSON.stringify([agent, path])));
  return (agent, home) => served?.has(JSON.stringify([agent, home])) ?? true;
}

function countAnew(
  statements: Statements,
  connected: ReadonlySet<number>,
  others: ReadonlySet<number>,
  missed: readonly MissedFile[],
): UsageQuarter[] {
  const known = [...connected].filter((id) => !others.has(id)).map((id) => ({ id, path: pathOf(statements, id) }));
  const sources: { id: number; path: string; facts?: Uint8Array }[] = [...known, ...missed];
  const counted = countSources(sources.sort(byPath), ({ id, facts = factsOf(statements, id) }) =>
    unpackFacts(facts ?? new Uint8Array()),
  );
  return [...counted.values()].flatMap(({ sums }) => sums.quarters());
}

interface KnownSums {
  text: string;
  quarters: UsageQuarter[];
}

/** Mostly one session grows, and the sums of all others are known. */
const unpacked = new WeakMap<Statements, { version: string; sums: Map<number, KnownSums> }>();

function keptSums(statements: Statements): Map<number, KnownSums> {
  const version = writeVersion(statements);
  const known = unpacked.get(statements);
  if (known?.version === version) return known.sums;
  const before = known?.sums;
  const now = new Map<number, KnownSums>();
  for (const { source_id, quarters } of statements.all('select source_id, quarters from usage_sum')) {
    const [id, text] = [Number(source_id), String(quarters)];
    const same = before?.get(id);
    now.set(id, same?.text === text ? same : { text, quarters: unpackQuarters(text) });
  }
  unpacked.set(statements, { version, sums: now });
  return now;
}
