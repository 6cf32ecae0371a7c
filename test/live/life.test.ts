import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLive } from 'threadline/live';
import { expect, it } from 'vitest';
import { endLeftSession, leftSessions } from '../../src/machine/live/process/running-sessions.ts';
import { takeWriterLock, writerOf } from '../../src/machine/live/writer-lock.ts';
import { collect, createPlace, isAlive, openFake, until } from './fake-session.ts';

const pidsOf = (notes: Record<string, unknown>[]) => notes.flatMap(({ pid }) => (typeof pid === 'number' ? [pid] : []));

it('interrupt denies what is open, ends the turn, and leaves no child', async () => {
  const place = createPlace();
  const session = await openFake(place, { environment: { FAKE_LEAVES: 'yes' } });
  const events = collect(session);
  const turn = session.send('hang');
  await until(() => pidsOf(place.notes()).length === 1);
  const interrupted = await session.interrupt();
  expect(interrupted).toMatchObject({ survivors: 0, killed: 1, left: [] });
  expect(pidsOf(place.notes()).filter(isAlive)).toEqual([]);
  expect(await turn.done).toMatchObject({ status: 'aborted' });
  expect(session.state).toBe('idle');
  expect(await session.send('text:again').done).toEqual({ status: 'completed' });
  expect(events.map(({ type }) => type)).toContain('turn.aborted');
});

it('what an earlier turn left in the background is listed by interrupt and ended by close', async () => {
  const place = createPlace();
  const session = await openFake(place, { environment: { FAKE_LEAVES: 'yes' } });
  collect(session);
  await session.send('text:first leave').done;
  const [background = 0] = pidsOf(place.notes());
  session.send('hang');
  await until(() => pidsOf(place.notes()).length === 2);
  const { left, killed } = await session.interrupt();
  expect([left.map(({ pid }) => pid), killed]).toEqual([[background], 1]);
  expect(isAlive(background)).toBe(true);
  const closed = await session.close();
  expect(closed).toMatchObject({ survivors: 0, killed: 1 });
  expect(isAlive(background)).toBe(false);
});

it('interrupt with an open approval denies it before the agent is told, and a late answer is refused', async () => {
  const place = createPlace();
  const session = await openFake(place);
  collect(session);
  session.send('run:made.txt');
  await until(() => session.open.length === 1);
  const [approval] = session.open;
  await session.interrupt();
  await expect(approval && 'allows' in approval && approval.answer({ allow: 'once' })).rejects.toMatchObject({
    code: 'answered',
  });
  expect(place.made('made.txt')).toBe(false);
  expect(place.notes().filter((note) => note.behavior === 'allow')).toEqual([]);
});

it('close with an open approval denies it; nothing runs, nothing is left, and all else throws closed', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const events = collect(session);
  const { done } = session.send('run:made.txt');
  await until(() => session.open.length === 1);
  expect(await session.close()).toEqual({ exit_code: 0, signal: null, survivors: 0, killed: 0 });
  expect(await done).toMatchObject({ status: 'aborted' });
  expect(place.made('made.txt')).toBe(false);
  expect(events.find((event) => event.type === 'approval.resolved')).toMatchObject({ by: 'close' });
  expect(() => session.send('text')).toThrow(expect.objectContaining({ code: 'closed' }));
  await until(() => events.at(-1)?.type === 'live.state');
  expect(events.at(-1)).toEqual({ type: 'live.state', state: 'closed' });
  expect(readdirSync(join(place.data, 'live', 'running'))).toEqual([]);
});

it('aborting the signal closes the session and denies', async () => {
  const place = createPlace();
  const abort = new AbortController();
  const session = await openFake(place, { signal: abort.signal });
  const events = collect(session);
  session.send('run:made.txt');
  await until(() => session.open.length === 1);
  abort.abort();
  await until(() => session.state === 'closed');
  expect(events.find((event) => event.type === 'approval.resolved')).toMatchObject({ by: 'abort' });
  expect(place.made('made.txt')).toBe(false);
});

it('an agent that ends by itself fails its turn and closes the session', async () => {
  const place = createPlace();
  const session = await openFake(place);
  collect(session);
  expect(await session.send('text:x crash').done).toMatchObject({ status: 'failed' });
  await until(() => session.state === 'closed');
  expect(await session.close()).toMatchObject({ exit_code: 3 });
});

it('send throws busy while a turn runs; say steers, or waits for the end of the turn', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const events = collect(session, (event) => {
    if (event.type !== 'approval.requested') return undefined;
    void session.say('text:steered', 'steer');
    return event.approval.answer({ allow: 'once' });
  });
  const { done } = session.send('run:one');
  expect(() => session.send('text')).toThrow(expect.objectContaining({ code: 'busy' }));
  const queued = await session.say('run:two', 'queue');
  expect(queued.delivered).toBe('queued');
  const taken = await session.say('run:three', 'queue');
  expect(await taken.withdraw?.()).toBe(true);
  await done;
  await until(() => place.made('two'));
  await until(() => session.state === 'idle');
  expect([place.made('one'), place.made('three')]).toEqual([true, false]);
  const said = events.flatMap((event) => (event.type === 'live.said' ? [`${event.text} ${event.delivered}`] : []));
  expect(said).toContain('text:steered steered');
});

it('a turn that says nothing is told of, but not while somebody is asked', async () => {
  const place = createPlace();
  const session = await openFake(place, { silenceMs: 40 });
  const events = collect(session);
  session.send('silent');
  await until(() => events.some(({ type }) => type === 'turn.stalled'));
  await session.interrupt();
  const before = events.filter(({ type }) => type === 'turn.stalled').length;
  session.send('run:made.txt');
  await until(() => session.open.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(events.filter(({ type }) => type === 'turn.stalled')).toHaveLength(before);
});

it('who subscribes late sees every event from where it asks', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const all = collect(session);
  await session.send('text:one text:two').done;
  await session.close();
  const late: unknown[] = [];
  for await (const event of session.subscribe(2)) late.push(event);
  expect(late).toEqual(all.slice(2));
});

it('one process at a time holds a session; the lock of a dead one is taken over', async () => {
  const place = createPlace();
  const lock = takeWriterLock('claude', 'session-1', 'run', place.data);
  const resumed = openLive('claude', place.options({ resume: 'session-1' }));
  await expect(resumed).rejects.toMatchObject({ code: 'busy', message: expect.stringContaining('threadline run') });
  lock.release();
  const session = await openFake(place, { resume: 'session-1' });
  expect(writerOf('claude', 'session-1', place.data)).toMatchObject({ what: 'live' });
  await session.close();
  expect(writerOf('claude', 'session-1', place.data)).toBeUndefined();
  const path = join(place.data, 'live', 'locks', 'claude.session-1.json');
  writeFileSync(path, JSON.stringify({ pid: process.pid, start: 'of another boot', what: 'live' }));
  const again = takeWriterLock('claude', 'session-1', 'live', place.data);
  expect(existsSync(path)).toBe(true);
  again.release();
});

it('when this process is killed nothing more is allowed, and what goes on is named and ended later', async () => {
  const place = createPlace();
  const program = fileURLToPath(new URL('./killed-parent.ts', import.meta.url));
  const parent = spawn(process.execPath, [program, JSON.stringify(place.options())], { stdio: 'ignore' });
  await until(() => place.notes().some((note) => 'asked' in note) && pidsOf(place.notes()).length === 1);
  parent.kill('SIGKILL');
  await new Promise((resolve) => parent.once('exit', resolve));
  const [background = 0] = pidsOf(place.notes());
  expect([place.made('made.txt'), isAlive(background)]).toEqual([false, true]);
  const left = leftSessions(place.data);
  expect(left).toMatchObject([{ agent: 'claude' }]);
  expect(left[0]?.processes.map(({ pid }) => pid)).toContain(background);
  for (const session of left) await endLeftSession(session, place.data);
  expect(isAlive(background)).toBe(false);
  expect(leftSessions(place.data)).toEqual([]);
});

it('a mode that the agent does not confirm is no mode: the session does not open', async () => {
  const place = createPlace();
  const opened = openLive('claude', place.options({ environment: { FAKE_MODE: 'bypassPermissions' } }));
  await expect(opened).rejects.toMatchObject({ code: 'refused' });
});

it.each(['bypassPermissions', 'dontAsk', 'auto'])(
  'the mode %s has to be asked for in so many words',
  async (native) => {
    const place = createPlace();
    await expect(openLive('claude', place.options({ mode: { native } }))).rejects.toThrow(TypeError);
    await expect(openLive('claude', place.options({ mode: native as never }))).rejects.toThrow(TypeError);
    await expect(
      openLive('claude', place.options({ mode: { native: 'nonsense' }, dangerouslyBypass: true })),
    ).rejects.toMatchObject({ code: 'not-possible' });
  },
);

it('a program that is not there is not installed', async () => {
  const place = createPlace();
  await expect(openLive('claude', place.options({ program: join(place.root, 'none') }))).rejects.toMatchObject({
    code: 'not-installed',
  });
});
