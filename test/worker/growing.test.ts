import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { foldSource } from '../../src/fleet/jobs/fold-source.ts';
import { createGrowingSources, type GrowingSources } from '../../src/fleet/jobs/growing-sources.ts';
import { failJob, takeJob } from '../../src/fleet/jobs/jobs.ts';
import { startWorker, type WorkerProblem } from '../../src/fleet/jobs/worker.ts';
import { announceJobs } from '../../src/fleet/postgres/backlog.ts';
import { limits } from '../../src/limits/index.ts';
import { codexHead, codexId, createRandom } from '../archive/made-home.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { event } from '../rollout-lines.ts';
import { makeTenant, session, turn } from './made-tenant.ts';
import { codexSource, foldAll } from './sent-files.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const asOwner = (sql: string, values: unknown[] = []) =>
  archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values));

/** Of so many turns, each with long texts. */
const longTurns = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => turn(from + index, `${'word '.repeat(1000)}${from + index}`)).join('');
/** More than what is settled at once, so that both kinds of blocks are there. */
const LONG = Math.ceil((limits.heldMessageBytes * 2.5) / longTurns(1, 1).length);
const long = longTurns(1, LONG);

/** Folds what is due, as a worker that has these open; gives how much it read. */
async function foldDue(growing: GrowingSources): Promise<number> {
  let bytes = 0;
  for (;;) {
    const job = await takeJob(archive.database);
    if (!job) return bytes;
    bytes += await foldSource(archive.database, job, { growing });
  }
}

/** As if all had rested for the time that it takes to be due, but not for the time to be folded whole. */
async function foldGrown(growing: GrowingSources): Promise<number> {
  await asOwner('update job set due = now() from source where source.id = source_id and head > folded');
  return foldDue(growing);
}

/** All folds of one tenant, each of the whole. */
async function foldWhole(tenant: number): Promise<void> {
  await asOwner("update job set due = 'infinity' where tenant <> $1", [tenant]);
  await asOwner('update job set due = now() where tenant = $1', [tenant]);
  for (let job = await takeJob(archive.database); job; job = await takeJob(archive.database)) {
    await foldSource(archive.database, job);
  }
}

async function foldRested(growing: GrowingSources): Promise<number> {
  await asOwner('update job set due = now()');
  return foldDue(growing);
}

/** One machine sends, another sends the same for another tenant, where every fold is of the whole. */
async function makePair(text: string, source = codexSource(codexId(1))) {
  const [one, other] = [await makeTenant(archive), await makeTenant(archive)];
  const [machine, twin] = [await one.machine(), await other.machine()];
  await machine.send(source, text);
  await twin.send(source, text);
  expect(await foldAll(archive)).toEqual([]);
  return {
    ...one,
    async append(more: string, how = source) {
      await twin.send(how, more);
      await foldWhole(other.tenant);
      return machine.send(how, more);
    },
    async expectSame() {
      const [mine, theirs] = [await one.rows(), await other.rows()];
      // Piece by piece: what differs in thousands of rows is not to be printed.
      for (const name of ['blocks', 'words'] as const) {
        expect(mine[name].length).toBe(theirs[name].length);
        const other = mine[name].findIndex((row, index) => !isDeepStrictEqual(row, theirs[name][index]));
        expect([mine[name][other], name]).toEqual([theirs[name][other], name]);
      }
      expect({ ...mine, blocks: [], words: [] }).toEqual({ ...theirs, blocks: [], words: [] });
      return mine;
    },
  };
}

describe.skipIf(skip)('a long session that grows', () => {
  it('is folded from where it was folded before, to the same rows as the whole of it', async () => {
    const { append, expectSame } = await makePair(codexHead(codexId(1)) + long);
    const growing = createGrowingSources();
    let turns = LONG;
    for (const count of [1, 1, 40, 1, LONG, 1]) {
      const more = longTurns(turns + 1, count);
      turns += count;
      await append(more);
      const bytes = await foldGrown(growing);
      // The first time it is read whole, to be kept open.
      if (turns > LONG + 1) expect(bytes).toBe(Buffer.byteLength(more));
      else expect(bytes).toBeGreaterThan(long.length);
      const { sessions } = await expectSame();
      expect(sessions).toMatchObject([{ turns }]);
    }
  }, 120_000);

  it('is folded whole when it rests, with what the reader held back until then', async () => {
    const { append, texts, expectSame } = await makePair(codexHead(codexId(1)) + long);
    const growing = createGrowingSources();
    const begun = (number: number) =>
      `${turn(number, `text ${number}`).split('\n').slice(0, -5).join('\n')}\n${JSON.stringify(event('agent_message', { message: 'unsaid' }))}\n`;
    await append(begun(LONG + 1));
    await foldGrown(growing);
    expect((await texts(1)).at(-1)).toBe(`text ${LONG + 1}`);
    expect(await foldDue(growing)).toBe(0);
    expect(await foldRested(growing)).toBeGreaterThan(long.length);
    expect((await texts(1)).at(-1)).toBe('unsaid');
    await expectSame();
    expect(await asOwner('select 1 from job')).toEqual([]);
    const more = longTurns(LONG + 2, 1);
    await append(more);
    expect(await foldGrown(growing)).toBe(Buffer.byteLength(more));
    await foldRested(growing);
    await expectSame();
  }, 120_000);

  it('may be folded by several workers in turn, each of which has read another part of it', async () => {
    const { append, expectSame } = await makePair(codexHead(codexId(1)) + long);
    const workers = [createGrowingSources(), createGrowingSources()];
    for (let number = 1; number <= 6; number += 1) {
      const more = longTurns(LONG + number, 1);
      await append(more);
      const bytes = await foldGrown(workers[number % 2] ?? createGrowingSources());
      if (number > 2) expect(bytes).toBe(2 * Buffer.byteLength(more));
      await expectSame();
    }
  }, 120_000);

  it('is read anew where the rows are not those that were written', async () => {
    const { append, expectSame, tenant } = await makePair(codexHead(codexId(1)) + long);
    const growing = createGrowingSources();
    await append(longTurns(LONG + 1, 1));
    await foldGrown(growing);
    await append(longTurns(LONG + 2, 1));
    await asOwner('delete from block where tenant = $1 and seq = 3', [tenant]);
    await asOwner('update session set revision = revision + 1 where tenant = $1', [tenant]);
    // What is new, in vain, and then all of it; the bytes of the second time are told.
    expect(await foldGrown(growing)).toBeGreaterThan(long.length);
    await expectSame();
  }, 120_000);

  it('is read anew after it failed in the middle, by its bytes or by the server', async () => {
    const { append, expectSame, tenant } = await makePair(codexHead(codexId(1)) + long);
    const growing = createGrowingSources();
    await append(longTurns(LONG + 1, 1));
    await foldGrown(growing);
    const id = await append(longTurns(LONG + 2, 1));
    const [kept] = await asOwner('select start, body from segment where source_id = $1 order by start desc limit 1', [
      id,
    ]);
    const setBody = (body: unknown) =>
      asOwner('update segment set body = $3 where source_id = $1 and start = $2', [id, kept?.start, body]);
    await setBody(Buffer.from([0]));
    const job = await (async () => {
      await asOwner('update job set due = now()');
      return takeJob(archive.database);
    })();
    if (!job) throw new Error('no job');
    await expect(foldSource(archive.database, job, { growing })).rejects.toThrow(/cannot be unpacked/);
    await failJob(archive.database, job, 'damaged');
    await setBody(kept?.body);
    await asOwner('update job set tries = 0 where tenant = $1', [tenant]);
    expect(await foldGrown(growing)).toBeGreaterThan(long.length);
    await expectSame();
  }, 120_000);

  it('is told whole in the end by two workers at once, while it grows in odd pieces and the server goes away', async () => {
    const [mine, fresh] = [await makeTenant(archive), await makeTenant(archive)];
    const machine = await mine.machine();
    const source = codexSource(codexId(1));
    const text = codexHead(codexId(1)) + longTurns(1, Math.ceil(LONG / 4));
    const random = createRandom(14);
    const stop = new AbortController();
    const problems: WorkerProblem[] = [];
    const options = { url: archive.url, signal: stop.signal, onProblem: (one: WorkerProblem) => problems.push(one) };
    const workers = [await startWorker(options), await startWorker(options)];
    const folded = () => workers.reduce((sum, worker) => sum + worker.figures().folded, 0);
    const lines = text.split(/(?<=\n)/);
    for (let start = 0, piece = 0; start < lines.length; piece += 1) {
      // The first is long enough for the rest to be folded onto it.
      const end = start + (piece === 0 ? Math.ceil(lines.length / 2) : 1 + Math.floor(random() * 40));
      const before = folded();
      await machine.send(source, lines.slice(start, end).join(''));
      start = end;
      await asOwner('update job set due = now()');
      await announceJobs(archive.database);
      if (piece === 8) await archive.server.kill();
      if (piece === 8) await archive.server.start();
      for (let look = 0; look < 200 && folded() === before && piece % 3 > 0; look += 1) await wait(10);
    }
    const isDone = async () => {
      await asOwner('update job set due = now() where leased_until is null');
      return (await asOwner('select 1 from job where tenant = $1', [mine.tenant])).length === 0;
    };
    for (let look = 0; look < 1_000 && !(await isDone()); look += 1) await wait(100);
    stop.abort();
    await Promise.all(workers.map(({ done }) => done));
    expect(problems.filter(({ source: one }) => one !== undefined)).toEqual([]);
    await (await fresh.machine()).send(source, text);
    await foldWhole(fresh.tenant);
    const [told, wanted] = [await mine.rows(), await fresh.rows()];
    for (const name of ['blocks', 'words', 'usage', 'touched', 'sessions'] as const) {
      expect([name, told[name].length, isDeepStrictEqual(told[name], wanted[name])]).toEqual([
        name,
        wanted[name].length,
        true,
      ]);
    }
  }, 300_000);

  it('loses its text when it is sent for its counts from now on', async () => {
    const { append, rows } = await makePair(codexHead(codexId(1)) + long);
    const growing = createGrowingSources();
    await append(longTurns(LONG + 1, 1));
    await foldGrown(growing);
    await append(longTurns(LONG + 2, 1), codexSource(codexId(1), { mode: 'usage' }));
    await foldGrown(growing);
    const { blocks, words, touched } = await rows();
    expect([blocks.length, words.length, touched.length]).toEqual([0, 0, 0]);
  }, 120_000);

  it('is folded whole each time while it is short, in another life of its file, and by another version', async () => {
    const { append, expectSame, tenant } = await makePair(session(1, turn(1)));
    const growing = createGrowingSources();
    let length = session(1, turn(1)).length;
    for (const number of [2, 3]) {
      await append(turn(number));
      length += turn(number).length;
      expect(await foldGrown(growing)).toBe(length);
    }
    expect(await asOwner('select 1 from job')).toEqual([]);
    await append(longTurns(4, LONG));
    await foldGrown(growing);
    await append(turn(5000));
    await asOwner('update source set fold = 0 where tenant = $1', [tenant]);
    expect(await foldGrown(growing)).toBeGreaterThan(long.length);
    expect(await asOwner('select 1 from job')).toEqual([]);
    await expectSame();
  }, 120_000);
});
