import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerRole } from '../../../src/fleet/postgres/connect.ts';
import { openPostgresStore } from '../../../src/fleet/postgres/open-store.ts';
import { createPostgresSink } from '../../../src/fleet/postgres/postgres-sink.ts';
import { READ_CANDIDATES } from '../../../src/fleet/postgres/read-hits.ts';
import { OWNER_MONTH } from '../../../src/fleet/postgres/redacted-texts.ts';
import { createRandom, randomText } from '../../archive/made-home.ts';
import { startArchive, type TestArchive } from '../archive.ts';
import { filledSession } from '../filled-session.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const AT = Date.UTC(2026, 10, 1);
let tenant = { id: 0, name: '' };

async function planOf(role: ServerRole, sql: string, values: readonly unknown[] = []): Promise<string> {
  const rows = await archive.database.transaction({ role, tenant: tenant.id }, (queries) =>
    queries.all(`explain ${sql}`, values),
  );
  return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
}

/** The words that hold a part, and how often the index of parts was looked into for them. */
async function wordsWith(name: string, part: string): Promise<{ found: string[]; looks: number }> {
  return archive.database.transaction({ role: 'reader', tenant: tenant.id }, async (queries) => {
    const looks = async () =>
      Number((await queries.get("select pg_stat_get_xact_numscans('word_part'::regclass) as looks"))?.looks);
    const before = await looks();
    const found = await queries.all(`select ${name}($1, false, 10000) as word`, [part]);
    return { found: found.map(({ word }) => String(word)), looks: (await looks()) - before };
  });
}

beforeAll(async () => {
  if (skip) return;
  tenant = await archive.createTenant();
  const random = createRandom(3);
  const sink = createPostgresSink(archive.database, { tenant: tenant.id });
  for (let number = 0; number < 20; number += 1) {
    const fold = filledSession(`s${number}`, AT + number * 10_000);
    const made = (index: number) => ({
      message: `m${index}`,
      role: 'assistant' as const,
      kind: 'text' as const,
      inherited: false,
      at: AT + number * 10_000 + index,
      line: index,
      text: `${randomText(random)} n${number}x${index}`,
    });
    await sink.putSession({ ...fold, blocks: Array.from({ length: 300 }, (_, index) => made(index)) });
  }
  await archive.database.transaction({ role: 'owner' }, (queries) => queries.run('analyze block'));
}, 120_000);

describe.skipIf(skip)('plans on PostgreSQL', () => {
  it('find words by their index in the function that searches', async () => {
    const values = [tenant.id, "'n7x123'", 2, ...Array(6).fill(null), false, ...Array(4).fill(null), 21];
    const types = [
      'int',
      'tsquery',
      'int',
      'bigint[]',
      'timestamptz',
      'timestamptz',
      'text',
      'text',
      'text',
      'boolean',
    ];
    const more = ['text', 'timestamptz', 'bigint', 'int', 'int'];
    // As the function hands them over: typed, and known when the statement is planned.
    const typed = OWNER_MONTH.replace('%I', 'block').replace(/\$(\d+)/g, (place, number) => {
      const type = [...types, ...more][Number(number) - 1];
      const value: unknown = values[Number(number) - 1];
      if (value === undefined || type === undefined) throw new Error(`${place} has no value`);
      return value === null ? `null::${type}` : `$$${value}$$::${type}`;
    });
    const plan = await planOf('owner', typed);
    expect(plan).toContain('words @@');
    expect(plan).toMatch(/Bitmap Index Scan on block_2026_11_words_idx/);
    expect(plan).toMatch(/Bitmap Index Scan on block_2026_11_tenant_at_idx/);
    expect(plan).not.toContain('Seq Scan on block_2026_11');
  });

  it('would read all rows of a tenant under row-level security, which is why there is one', async () => {
    const plan = await planOf('reader', "select seq from block where words @@ 'n7x123'::tsquery");
    expect(plan).not.toContain('words_idx');
  });

  it('read what was found by its place, and only the months that it is in', async () => {
    const place = [[1], [1], [AT]];
    const plan = await planOf('reader', `(analyze, costs off, timing off) ${READ_CANDIDATES}`, place);
    expect(plan).toMatch(/Index Scan using block_2026_11_\w+ [^\n]*\n[^\n]*Index Cond: [^\n]*\bat = [^\n]*seq = /);
    for (const other of ['block_0000', 'block_2026_12'])
      expect(plan).toMatch(new RegExp(`on ${other} [^\\n]*never executed`));
  });

  it('list sessions by their time', async () => {
    const plan = await planOf(
      'reader',
      "select id from session order by coalesce(ended_at, 'epoch') desc, id desc limit 20",
    );
    expect(plan).toContain('using session_ended');
  });

  it.each(['words_with', 'redacted_words_with'])(
    'find parts of words by their index (%s), and those of fewer than three characters in all words',
    async (words) => {
      expect(await wordsWith(words, '19x299')).toEqual({ found: ['n19x299'], looks: 1 });
      const { found, looks } = await wordsWith(words, '9x');
      expect([found.includes('n19x299'), looks]).toEqual([true, 0]);
    },
  );

  it('give what they find', async () => {
    const store = await openPostgresStore({ url: archive.url, tenant: tenant.name });
    const { hits, scanned } = await store.search({ text: 'n7x123', mode: 'words' }, { limit: 5 });
    expect(hits.map(({ session, seq }) => `${session.threadId} ${seq}`)).toEqual(['s7 123']);
    expect(scanned).toBe(false);
    await store.close();
  });
});
