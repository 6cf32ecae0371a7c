import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { FOLD_VERSION } from '../../src/archive/folding/fold-version.ts';
import { foldSource } from '../../src/fleet/jobs/fold-source.ts';
import { takeJob } from '../../src/fleet/jobs/jobs.ts';
import { refold } from '../../src/fleet/jobs/refold.ts';
import { startWorker, type Worker, type WorkerProblem } from '../../src/fleet/jobs/worker.ts';
import { readBacklog } from '../../src/fleet/postgres/backlog.ts';
import { openPostgresStore } from '../../src/fleet/postgres/open-store.ts';
import { limits } from '../../src/limits/index.ts';
import { codexId } from '../archive/made-home.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { makeTenant, session, turn } from './made-tenant.ts';
import { codexSource, foldAll } from './sent-files.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const asOwner = (sql: string, values: unknown[] = []) =>
  archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values));

/** Runs workers until something holds. A job that was being done when its server went away is free after its lease of a minute. */
async function withWorkers(
  count: number,
  isDone: (workers: Worker[]) => Promise<boolean>,
  problems: WorkerProblem[] = [],
) {
  const stop = new AbortController();
  const options = {
    url: archive.url,
    signal: stop.signal,
    onProblem: (problem: WorkerProblem) => problems.push(problem),
  };
  const workers = await Promise.all(Array.from({ length: count }, () => startWorker(options)));
  try {
    let isOver = false;
    for (let look = 0; look < 1800 && !isOver; look += 1) {
      isOver = await isDone(workers);
      if (!isOver) await wait(50);
    }
    expect(isOver).toBe(true);
  } finally {
    stop.abort();
    await Promise.all(workers.map(({ done }) => done));
  }
  return workers.map((worker) => worker.figures());
}

const isIdle = async () => (await readBacklog(archive.database)).jobs === 0;

describe.skipIf(skip)('jobs', () => {
  it('are shared by several workers, each is done once', async () => {
    const { machine, rows } = await makeTenant(archive);
    const laptop = await machine();
    for (let number = 0; number < 24; number += 1) {
      await laptop.send(codexSource(codexId(number)), session(number, turn(1)));
    }
    const figures = await withWorkers(3, isIdle);
    expect(figures.map(({ failed }) => failed)).toEqual([0, 0, 0]);
    expect(figures.reduce((sum, { folded }) => sum + folded, 0)).toBe(24);
    expect((await rows()).sessions).toHaveLength(24);
  });

  it('of a worker that died go to another, and only then', async () => {
    const { machine, texts } = await makeTenant(archive);
    await (await machine()).send(codexSource(codexId(1)), session(1, turn(1)));
    const dead = await takeJob(archive.database);
    expect(dead).toMatchObject({ tries: 1 });
    expect(await takeJob(archive.database)).toBeUndefined();
    await asOwner("update job set leased_until = now() - interval '1 second'");
    const job = await takeJob(archive.database);
    expect(job).toMatchObject({ id: dead?.id, tries: 2 });
    if (!job || !dead) throw new Error('no job');
    // One that was thought dead writes late: nothing is lost or doubled.
    await Promise.all([foldSource(archive.database, job), foldSource(archive.database, dead)]);
    expect(await texts(1)).toEqual(['text 1', 'answer text 1']);
    expect(await isIdle()).toBe(true);
  });

  it('that are asked for again while they are done are done again', async () => {
    const { machine, texts } = await makeTenant(archive);
    const laptop = await machine();
    await laptop.send(codexSource(codexId(1)), session(1, turn(1)));
    const job = await takeJob(archive.database);
    await laptop.send(codexSource(codexId(1)), turn(2));
    if (!job) throw new Error('no job');
    await foldSource(archive.database, job);
    expect(await isIdle()).toBe(false);
    await foldAll(archive);
    expect(await texts(1)).toHaveLength(4);
  });

  it('that fail are tried five times and parked with their problem; others go on', async () => {
    const { machine, tenant, texts } = await makeTenant(archive);
    const laptop = await machine();
    const bad = await laptop.send(codexSource(codexId(1)), session(1, turn(1)));
    await laptop.send(codexSource(codexId(2)), session(2, turn(2)));
    await asOwner("update segment set body = '\\x00' where source_id = $1", [bad]);
    const problems = await foldAll(archive);
    expect(problems).toHaveLength(limits.maxFoldTries);
    expect(await texts(2)).toHaveLength(2);
    expect(await readBacklog(archive.database)).toMatchObject({ jobs: 0, parked: 1 });
    expect(await asOwner('select problem from source where id = $1', [bad])).toEqual([{ problem: problems[0] }]);
    // What comes later wakes nothing; a wish to fold again does.
    await laptop.send(codexSource(codexId(1)), turn(3));
    expect(await foldAll(archive)).toEqual([]);
    await asOwner('delete from segment where tenant = $1', [tenant]);
    expect(await refold(archive.database, { tenant })).toEqual({ sources: 2 });
    await withWorkers(1, async ([worker]) => (worker?.figures().failed ?? 0) > 1);
    // What is not kept any more cannot be folded again; what it was folded to stays.
    expect(await texts(2)).toHaveLength(2);
    await asOwner('delete from job where tenant = $1', [tenant]);
    await asOwner('update source set fold = $2 where tenant = $1', [tenant, FOLD_VERSION]);
  });
});

describe.skipIf(skip)('a worker that runs', () => {
  it('shows a line that another machine appended, to whoever listens', async () => {
    const { machine, name, texts } = await makeTenant(archive);
    const laptop = await machine();
    await laptop.send(codexSource(codexId(1)), session(1, turn(1)));
    await foldAll(archive);
    const store = await openPostgresStore({ url: archive.url, tenant: name });
    const stop = AbortSignal.timeout(30_000);
    const changes = store.changes('now', stop)[Symbol.asyncIterator]();
    const next = changes.next();
    const [figures] = await withWorkers(1, async () => {
      if ((await texts(1)).length === 2) await laptop.send(codexSource(codexId(1)), turn(2));
      await next;
      return true;
    });
    expect(figures).toMatchObject({ folded: 1, failed: 0 });
    expect((await next).value).toMatchObject({ kind: 'changed', session: { threadId: codexId(1) } });
    const blocks = await store.readBlocks({ agent: 'codex', threadId: codexId(1) }, { from: 0, count: 100 });
    expect(blocks.some(({ text }) => text === 'text 2')).toBe(true);
    await changes.return?.();
    await store.close();
  }, 60_000);

  it('waits for a server that is away, and goes on', async () => {
    const { machine, texts } = await makeTenant(archive);
    const laptop = await machine();
    await laptop.send(codexSource(codexId(1)), session(1, turn(1)));
    const problems: WorkerProblem[] = [];
    let isStopped = false;
    await withWorkers(
      1,
      async () => {
        if (!isStopped) {
          isStopped = true;
          await archive.server.stop();
          await wait(700);
          await archive.server.start();
        }
        return (await texts(1).catch(() => [])).length === 2;
      },
      problems,
    );
    expect(await texts(1)).toHaveLength(2);
    expect(problems.every(({ source }) => source === undefined)).toBe(true);
  }, 150_000);
});

describe.skipIf(skip)('folding again', () => {
  it('makes what a fresh fold makes, in every table', async () => {
    const [one, two] = [await makeTenant(archive), await makeTenant(archive)];
    for (const { machine } of [one, two]) {
      const [laptop, desktop] = [await machine(), await machine()];
      for (let number = 0; number < 5; number += 1) {
        await laptop.send(codexSource(codexId(number)), session(number, turn(1), turn(number + 2)));
      }
      await desktop.send(codexSource(codexId(1)), session(1, turn(1), turn(3), turn(4)));
      await laptop.send(codexSource(codexId(2), { generation: 'first~1' }), session(2, turn(9)));
    }
    await foldAll(archive);
    const before = await one.rows();
    // As an earlier version could have left them.
    await asOwner("update block set body = 'old', hash = '\\x00' where tenant = $1", [one.tenant]);
    await asOwner("update session set title = 'old', messages = 99 where tenant = $1", [one.tenant]);
    await asOwner('delete from usage where tenant = $1 and key > $2', [one.tenant, 'L12']);
    expect(await refold(archive.database, { tenant: one.tenant })).toEqual({ sources: 7 });
    await withWorkers(2, async () => {
      const [row] = await asOwner('select count(*) as stale from source where tenant = $1 and fold = 0', [one.tenant]);
      return Number(row?.stale) === 0 && (await isIdle());
    });
    expect(await one.rows()).toEqual(before);
    expect(await one.rows()).toEqual(await two.rows());
  }, 60_000);

  it('shows old rows or new ones, never both', async () => {
    const { machine, name, tenant } = await makeTenant(archive);
    const turns = Array.from({ length: 40 }, (_, index) => turn(index));
    await (await machine()).send(codexSource(codexId(1)), session(1, ...turns));
    await foldAll(archive);
    const store = await openPostgresStore({ url: archive.url, tenant: name });
    const seen = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      await asOwner("update block set body = 'old', hash = '\\x00' where tenant = $1", [tenant]);
      await refold(archive.database, { tenant });
      await asOwner(
        "insert into job(tenant, kind, source_id, due) select tenant, 'fold', id, now() from source where tenant = $1",
        [tenant],
      );
      const folding = foldAll(archive);
      let isFolding = true;
      folding.finally(() => {
        isFolding = false;
      });
      while (isFolding) {
        const blocks = await store.readBlocks({ agent: 'codex', threadId: codexId(1) }, { from: 0, count: 1000 });
        const old = blocks.filter(({ text }) => text === 'old').length;
        expect([blocks.length, old === 0 || old === blocks.length]).toEqual([160, true]);
        seen.add(old === 0 ? 'new' : 'old');
      }
    }
    expect(seen.has('old')).toBe(true);
    await store.close();
  }, 60_000);
});
