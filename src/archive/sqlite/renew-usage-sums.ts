import type { DatabaseSync } from 'node:sqlite';
import { createRequestLedger } from '../../machine/usage/request-ledger.ts';
import { replayFacts, type UsageFact, unpackFacts } from '../../machine/usage/usage-facts.ts';
import { createUsageQuarters, type UsageQuarters } from '../../machine/usage/usage-quarter.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import { usageLinks } from '../folding/usage-links.ts';
import { packQuarters } from '../model/packed-quarters.ts';
import { transaction } from './sqlite.ts';
import type { Statements } from './statements.ts';
import { BANDS, beginUsageSums, usageSumsState } from './usage-sum-tables.ts';

/** Of more sources that belong together, all are counted: their facts would not fit into memory at a time. */
const MOST_CONNECTED = 500;

/** What one source tells, and what it adds to a report beside the others. */
export interface CountedSource {
  links: ReadonlySet<number>;
  sums: UsageQuarters;
}

/** Counts the sources that changed, and those that they are connected with, if sums are kept at all. */
export function renewUsageSums(database: DatabaseSync, statements: Statements): void {
  const state = usageSumsState(statements);
  if (state === 'none') return;
  if (state === 'other') beginUsageSums(database, statements);
  if (!statements.get('select 1 from usage_stale')) return;
  const version = () => statements.get('pragma data_version')?.data_version;
  const before = version();
  const counted = countStale(statements);
  transaction(database, () => {
    // Another process may have written meanwhile, and must not be kept waiting for a count that is mostly for nothing.
    writeCounted(statements, version() === before ? counted : countStale(statements));
    statements.run('delete from usage_stale');
  });
}

function countStale(statements: Statements): Map<number, CountedSource> {
  const stale = statements.all('select source_id from usage_stale').map(({ source_id }) => Number(source_id));
  const isFirst = statements.get('select 1 from usage_sum') === undefined;
  const connected = isFirst ? undefined : connectedSources(statements, stale);
  const known = connected ?? allSources(statements);
  return countSources([...known].map((id) => ({ id, path: pathOf(statements, id) })).sort(byPath), ({ id }) =>
    unpackFacts(factsOf(statements, id) ?? new Uint8Array()),
  );
}

function allSources(statements: Statements): Set<number> {
  const rows = statements.all(
    'select source_id from usage_stale union select source_id from usage join source on source.id = source_id',
  );
  return new Set(rows.map(({ source_id }) => Number(source_id)));
}

/** All sources that are connected with some, over any number of others; undefined if they are too many. */
export function connectedSources(
  statements: Statements,
  from: readonly number[],
  links: Iterable<number> = [],
): Set<number> | undefined {
  const found = new Set(from);
  const queue = [...from];
  const follow = (link: number) => {
    for (const { source_id } of statements.all('select source_id from usage_link where link = ?', link)) {
      const id = Number(source_id);
      if (found.has(id)) continue;
      found.add(id);
      queue.push(id);
    }
  };
  for (const link of links) follow(link);
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (found.size > MOST_CONNECTED) return undefined;
    const known = keptLinks(statements, id);
    for (const link of known) follow(link);
    const packed = statements.get('select 1 from usage_stale where source_id = ?', id) && factsOf(statements, id);
    if (packed) for (const link of usageLinks(unpackFacts(packed))) if (!known.has(link)) follow(link);
  }
  return found;
}

/** A row that says which source told it. A copy of the row says so, too. */
interface ToldRow extends UsageRow {
  [TOLD_BY]?: number;
}
const TOLD_BY = Symbol('source');

/** Counts sources, in the order of their paths, as if there were no others. */
export function countSources<Source extends { id: number }>(
  sources: readonly Source[],
  factsOf: (source: Source) => readonly UsageFact[],
): Map<number, CountedSource> {
  const counted = new Map<number, CountedSource>();
  const ledger = createRequestLedger((row: ToldRow) => counted.get(row[TOLD_BY] ?? -1)?.sums.add(row));
  for (const source of sources) {
    const facts = factsOf(source);
    for (const fact of facts) {
      const row: ToldRow | undefined = 'add' in fact ? fact.add : 'message' in fact ? fact.message : undefined;
      if (row) row[TOLD_BY] = source.id;
    }
    counted.set(source.id, { links: usageLinks(facts), sums: createUsageQuarters(BANDS) });
    replayFacts(facts, ledger);
  }
  ledger.end();
  return counted;
}

function writeCounted(statements: Statements, counted: ReadonlyMap<number, CountedSource>): void {
  const added: [link: number, source: number][] = [];
  for (const [id, { links, sums }] of counted) {
    const before = keptLinks(statements, id);
    for (const link of before) {
      if (!links.has(link)) statements.run('delete from usage_link where link = ? and source_id = ?', link, id);
    }
    for (const link of links) if (!before.has(link)) added.push([link, id]);
    if (links.size === 0) statements.run('delete from usage_sum where source_id = ?', id);
    else {
      const values = [Buffer.from(Float64Array.from(links).buffer), packQuarters(sums.quarters())];
      statements.run('insert or replace into usage_sum(source_id, links, quarters) values (?, ?, ?)', id, ...values);
    }
  }
  // In the order of the table: it is several times as fast for many.
  added.sort(([one], [other]) => one - other);
  for (const [link, id] of added) {
    statements.run('insert or ignore into usage_link(link, source_id) values (?, ?)', link, id);
  }
}

function keptLinks(statements: Statements, id: number): Set<number> {
  const packed = statements.get('select links from usage_sum where source_id = ?', id)?.links;
  if (!(packed instanceof Uint8Array)) return new Set();
  return new Set(new Float64Array(packed.slice().buffer));
}

export function factsOf(statements: Statements, id: number): Uint8Array | undefined {
  const sql = 'select facts from usage join source on source.id = source_id where source_id = ?';
  const facts = statements.get(sql, id)?.facts;
  return facts instanceof Uint8Array ? facts : undefined;
}

export function pathOf(statements: Statements, id: number): string {
  return String(statements.get('select path from source where id = ?', id)?.path ?? '');
}

/** The order in which requests count. */
export function byPath(one: { id: number; path: string }, other: { id: number; path: string }): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.id - other.id;
}
