import { createThread } from 'threadline';
import { expect, it } from 'vitest';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { blocksOf, eventsOf, oddities, recordedHomes } from './recorded-homes.ts';

const homes = await recordedHomes('cline', '.cline/data');

/** Streams of JSON-RPC, which no wire of Cline reads. */
const isAcp = (name: string) => name.includes('/s25');

it('reads every recorded stream and session of Cline into typed events, without a problem', (context) => {
  if (!homes) return context.skip(WITHOUT_SHARED);
  const told = homes
    .filter(({ name }) => !isAcp(name))
    .flatMap(({ name, streams, sessions }) => [
      ...streams.flatMap((stream) => oddities(stream.outcomes).map((odd) => `${name}/${stream.name} ${odd}`)),
      ...sessions.flatMap(({ id, outcomes }) => oddities(outcomes).map((odd) => `${name} ${id} ${odd}`)),
    ]);
  expect(told).toEqual([]);
});

it('names each stream and each session by the wire of its version', (context) => {
  if (!homes) return context.skip(WITHOUT_SHARED);
  for (const { name, streams, sessions } of homes.filter((home) => !isAcp(home.name))) {
    const isTwo = name.startsWith('2.');
    const printed = streams.flatMap(({ wire }) => wire ?? []);
    expect(new Set(printed), name).toEqual(
      new Set(printed.length > 0 ? [isTwo ? 'cline-task-stream' : 'cline-stream'] : []),
    );
    const kept = sessions.map(({ wire }) => wire);
    expect(new Set(kept), name).toEqual(new Set(kept.length > 0 ? [isTwo ? 'cline-task' : 'cline-session'] : []));
  }
});

/** What the scripted model counted for each request. */
const MOCK = { input: 5321, cached: 4096, output: 87 };

it('counts, live and stored, what the scripted model counted, sub-agents with it', (context) => {
  if (!homes) return context.skip(WITHOUT_SHARED);
  let counted = 0;
  for (const { name, streams, sessions } of homes) {
    for (const { outcomes } of [...streams, ...sessions]) {
      const thread = createThread();
      for (const event of eventsOf(outcomes)) thread.push(event);
      const { usage } = thread;
      if (!usage) continue;
      counted += 1;
      const requests = usage.input_tokens / MOCK.input;
      expect(Number.isInteger(requests), name).toBe(true);
      expect(usage, name).toMatchObject({
        output_tokens: MOCK.output * requests,
        cached_input_tokens: MOCK.cached * requests,
      });
    }
  }
  expect(counted).toBeGreaterThan(40);
  const agents = homes.find(({ name }) => name === '3.0.65/s11-agent');
  const thread = createThread();
  for (const event of eventsOf(agents?.streams[0]?.outcomes ?? [])) thread.push(event);
  expect(thread.usage?.input_tokens).toBe(4 * MOCK.input);
  expect(agents?.sessions.map(({ parent }) => parent !== undefined).sort()).toEqual([false, true]);
});

it('shows the same blocks from the stream and from the session, but for what was interrupted', (context) => {
  if (!homes) return context.skip(WITHOUT_SHARED);
  let total = 0;
  const missing: string[] = [];
  for (const { name, streams, sessions } of homes) {
    const kept = sessions.flatMap(({ outcomes }) => blocksOf(eventsOf(outcomes)));
    for (const { outcomes } of streams) {
      for (const block of blocksOf(eventsOf(outcomes))) {
        total += 1;
        const isKept = kept.some((other) => JSON.stringify(other) === JSON.stringify(block));
        if (!isKept) missing.push(`${name} ${block.kind} ${block.result === undefined}`);
      }
    }
  }
  expect(total).toBe(75);
  // A call that was interrupted has its reason on disk alone; a text that was interrupted is not kept.
  expect(missing).toEqual(['3.0.65/s10b-sigint tool true', '3.0.65/s10d-sigint-text text true']);
});
