import type { ThreadStore } from 'threadline/archive';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { redactAgain } from '../../../src/fleet/jobs/redact-again.ts';
import { openPostgresStore } from '../../../src/fleet/postgres/open-store.ts';
import { createRandom } from '../../archive/made-home.ts';
import { tempFolder } from '../../archive/temp-archive.ts';
import { type MadeSecret, tracesOf } from '../../made-secrets.ts';
import { askingClient } from '../../mcp/asking-client.ts';
import { createAsker } from '../../mcp/game-calls.ts';
import { gameHome } from '../../mcp/game-home.ts';
import { gamePairs } from '../../mcp/game-pairs.ts';
import { foldAll, sendHome, sendingMachine } from '../../worker/sent-files.ts';
import { startArchive, type TestArchive } from '../archive.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

/** Of each pair. */
const CALLS = 60;

/** A tenant to whom a machine sent the game's home. */
async function sentHome(made: MadeSecret): Promise<{ store: ThreadStore; tenant: number }> {
  const tenant = await archive.createTenant();
  const home = tempFolder('home');
  gameHome(home, made);
  // Under one name, so that two tenants have the same rows.
  await sendHome(await sendingMachine(archive, tenant.id, 'laptop'), home, '/home/user/.agent');
  expect(await foldAll(archive)).toEqual([]);
  const store = await openPostgresStore({ url: archive.url, tenant: tenant.name });
  onTestFinished(() => store.close());
  return { store, tenant: tenant.id };
}

async function told(store: ThreadStore): Promise<unknown[]> {
  const others = store.redacted();
  const { rows } = await others.listSessions({ subagents: true }, { limit: 100 });
  const texts = rows.map(({ key }) => others.readBlocks(key, { from: 0, count: 1000 }));
  return [
    rows.map(({ title, firstPrompt }) => [title, firstPrompt]),
    await Promise.all(texts),
    await others.filesTouched({}),
  ];
}

describe.skipIf(skip)('others on PostgreSQL', () => {
  it.each(gamePairs)(
    'cannot tell two archives apart that differ in one secret: %s',
    async (_, one, other) => {
      const players = await Promise.all(
        [await sentHome(one), await sentHome(other)].map(({ store }) =>
          askingClient({ store, projects: ['/project'] }),
        ),
      );
      const asker = createAsker(createRandom(one.secret.length), [one.secret, other.secret]);
      let hits = 0;
      for (let call = 0; call < CALLS; call += 1) {
        const { tool, args } = asker();
        const answers: string[] = [];
        for (const { ask } of players) {
          const { text, isError } = await ask(tool, args);
          answers.push(`${isError} ${text.replaceAll(/untrusted-\w{12}/g, 'untrusted')}`);
        }
        expect(answers[0], JSON.stringify([tool, args])).toBe(answers[1]);
        if (answers[0]?.includes('"match"')) hits += 1;
      }
      expect(hits).toBeGreaterThan(CALLS / 20);
    },
    120_000,
  );

  it('are told nothing of texts that other rules redacted, until a worker has looked at them again', async () => {
    const [, made] = gamePairs[0] ?? [];
    if (!made) throw new Error('there is a pair');
    const { store, tenant } = await sentHome(made);
    const before = await told(store);
    const others = store.redacted();
    const inTenant = (sql: string) =>
      archive.database.transaction({ role: 'owner', tenant }, (queries) => queries.all(sql, [tenant]));
    const words = async () =>
      (await inTenant('select word from word where tenant = $1')).map(({ word }) => String(word));
    const traces = tracesOf(made).map((trace) => trace.toLowerCase());
    const holdsTrace = (word: string) => traces.some((trace) => word.includes(trace));
    expect((await words()).some(holdsTrace)).toBe(false);
    // As the migration leaves an archive of before.
    await inTenant('insert into word select * from secret_word where tenant = $1 on conflict do nothing');
    await inTenant('delete from secret_word where tenant = $1');
    await inTenant(`update block set words = secret_words, odd = secret_odd, secret_words = null, secret_odd = null, redacted = null,
      redacted_message = null, redacted_tool = null, redacted_input = null where tenant = $1 and secret_words is not null`);
    await inTenant('update session set redaction = null, redacted_prompt = null where tenant = $1');
    await inTenant('update touched set redacted = null where tenant = $1');
    const search = () => others.search({ text: 'zebra', mode: 'words' }, { limit: 50 });
    expect(await search()).toMatchObject({ hits: [], unredacted: 7, searched: { sessions: 0, of: 7 } });
    while ((await redactAgain(archive.database)) > 0);
    expect((await search()).unredacted).toBeUndefined();
    expect((await words()).some(holdsTrace)).toBe(false);
    const after = await told(store);
    // A text that was cut is redacted as it is kept: its bytes may be gone.
    const blocksOf = ([, texts]: unknown[]) =>
      (texts as { omitted?: number }[][]).flat().filter(({ omitted }) => omitted === undefined);
    const strings = (told: unknown[]) => blocksOf(told).map((block) => JSON.stringify(block));
    const known = new Set(strings(before));
    expect(
      strings(after)
        .filter((block) => !known.has(block))
        .map((block) => block.slice(0, 500)),
    ).toEqual([]);
    expect(JSON.stringify(after).includes(made.secret.slice(4, 14))).toBe(false);
    const { hits } = await store.search({ text: made.secret, mode: 'exact' }, { limit: 50 });
    expect(hits.length).toBeGreaterThan(5);
  }, 120_000);
});
