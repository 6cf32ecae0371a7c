import { type HubEvent, type HubOptions, LiveHub, type LiveOptions } from 'threadline/live';
import { expect, it, onTestFinished } from 'vitest';
import { createPlace, type FakePlace, until } from './fake-session.ts';

const of = (place: FakePlace, more?: Partial<LiveOptions>) => place.options(more) as HubOptions;

function createHub(): LiveHub {
  const hub = new LiveHub();
  onTestFinished(() => hub.close());
  return hub;
}

it('lists its sessions and has one inbox of what waits in them', async () => {
  const hub = createHub();
  const [one, two] = [createPlace(), createPlace()];
  const first = await hub.open('claude', of(one));
  const second = await hub.open('claude', of(two));
  hub.subscribe(() => {});
  first.session.send('run:a');
  second.session.send('run:b');
  await until(() => hub.inbox.length === 2);
  const commands = hub.inbox.map(({ ask }) => ('allows' in ask ? ask.command : ''));
  expect(commands).toEqual(['touch a', 'touch b']);
  for (const { ask, entry } of hub.inbox) {
    if ('allows' in ask) await ask.answer(entry === first ? { allow: 'once' } : { deny: true });
  }
  await until(() => hub.list.every(({ state }) => state === 'idle'));
  expect([one.made('a'), two.made('b')]).toEqual([true, false]);
  await second.session.close();
  expect(hub.list).toEqual([first]);
});

it('when the last who reads leaves, what waits is denied', async () => {
  const hub = createHub();
  const place = createPlace();
  const { session } = await hub.open('claude', of(place, { readerGraceMs: 60_000 }));
  const events: HubEvent[] = [];
  const leave = hub.subscribe((event) => events.push(event));
  const { done } = session.send('run:a');
  await until(() => hub.inbox.length === 1);
  leave();
  await done;
  expect(place.made('a')).toBe(false);
  expect(events.map(({ event }) => event.type)).toContain('approval.requested');
});

it('a turn that takes too long is interrupted, and that is told', async () => {
  const hub = createHub();
  const place = createPlace();
  const { session } = await hub.open('claude', { ...of(place), limits: { turnMs: 50 } });
  const warnings: string[] = [];
  hub.subscribe(({ event }) => event.type === 'live.warning' && warnings.push(event.message));
  expect(await session.send('silent').done).toMatchObject({ status: 'aborted' });
  expect(warnings.join()).toContain('took too long');
});

it('has no way to let everything pass', async () => {
  const hub = createHub();
  const options = { ...createPlace().options(), mode: { native: 'bypassPermissions' }, dangerouslyBypass: true };
  await expect(hub.open('claude', options as never)).rejects.toThrow(TypeError);
});
