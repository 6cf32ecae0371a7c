import { afterAll, describe, expect, it } from 'vitest';
import { announceJobs, JOB_CHANNEL } from '../../../src/fleet/postgres/backlog.ts';
import { createListener } from '../../../src/fleet/postgres/listener.ts';
import { startArchive, type TestArchive } from '../archive.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

/** Longer than a test may take: who does not hear waits in vain. */
const LONG_MS = 600_000;

describe.skipIf(skip)('who listens', () => {
  it('hears what is announced, and once what was announced while nobody waited', async () => {
    const stop = new AbortController();
    const listener = createListener(archive.database, { channel: JOB_CHANNEL, signal: stop.signal });
    // That it listens now: what came before is to be looked for.
    await listener.heard(LONG_MS);
    expect(listener.isHearing).toBe(true);
    const hearing = listener.heard(LONG_MS);
    await announceJobs(archive.database);
    await hearing;
    let isHeard = false;
    const again = listener.heard(LONG_MS).then(() => {
      isHeard = true;
    });
    await archive.database.transaction({ role: 'owner' }, (queries) => queries.all('select 1'));
    expect(isHeard).toBe(false);
    stop.abort();
    await again;
    await listener.done;
  });

  it('hears again after the server was away, and knows when it does not hear', async () => {
    const stop = new AbortController();
    const listener = createListener(archive.database, { channel: JOB_CHANNEL, signal: stop.signal });
    await listener.heard(LONG_MS);
    await archive.server.stop();
    while (listener.isHearing) await listener.heard(20);
    await archive.server.start();
    await listener.heard(LONG_MS);
    expect(listener.isHearing).toBe(true);
    stop.abort();
    await listener.done;
  }, 60_000);

  it('is not woken by words for others', async () => {
    const stop = new AbortController();
    const isWanted = (payload: string) => payload === 'mine';
    const listener = createListener(archive.database, { channel: 'words', signal: stop.signal, isWanted });
    await listener.heard(LONG_MS);
    const say = (word: string) =>
      archive.database.transaction({ role: 'owner' }, (queries) =>
        queries.run("select pg_notify('words', $1)", [word]),
      );
    const heard: string[] = [];
    const waiting = listener.heard(LONG_MS).then(() => heard.push('heard'));
    await say('theirs');
    heard.push('theirs was said');
    await say('mine');
    await waiting;
    expect(heard).toEqual(['theirs was said', 'heard']);
    stop.abort();
    await listener.done;
  });
});
