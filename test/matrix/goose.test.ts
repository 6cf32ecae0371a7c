import { createThread } from 'threadline';
import { expect, it } from 'vitest';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { blocksOf, eventsOf, oddities, type RecordedHome, recordedHomes } from './recorded-homes.ts';

const homes = await recordedHomes('goose', '.local/share/goose');

/** Streams of JSON-RPC, which no wire of goose reads. */
const isAcp = (name: string) => name.includes('/s25');

it('reads every recorded stream and session of goose into typed events; banners are data', (context) => {
  if (!homes) return context.skip(WITHOUT_SHARED);
  const told = homes
    .filter(({ name }) => !isAcp(name))
    .flatMap(({ name, streams, sessions }) => [
      ...streams.flatMap((stream) => oddities(stream.outcomes).map((odd) => `${name}/${stream.name} ${odd}`)),
      ...sessions.flatMap(({ id, outcomes }) => oddities(outcomes).map((odd) => `${name} ${id} ${odd}`)),
    ]);
  // Plain text instead of a run, and a record behind the text of an answer that was interrupted.
  expect(told.map((line) => line.replace(/^[\d.]+\//, ''))).toEqual([
    expect.stringContaining('s10b-sigint/stdout.1.jsonl 7 glued-records'),
    's7e-usage/stdout.3.jsonl 2 invalid-json',
    's8-resume/stdout.4.jsonl 2 invalid-json',
  ]);
});

it('names each stream and each session by a wire of goose', (context) => {
  if (!homes) return context.skip(WITHOUT_SHARED);
  const wires = homes
    .filter(({ name }) => !isAcp(name))
    .flatMap(({ streams }) => streams.map(({ wire }) => wire).filter((wire) => wire !== undefined));
  expect(wires.filter((wire) => wire !== 'goose-stream')).toEqual(['unknown', 'unknown']);
  const kept = homes.flatMap(({ sessions }) => sessions.map(({ wire }) => wire));
  expect(kept.length).toBeGreaterThan(35);
  expect(new Set(kept)).toEqual(new Set(['goose-rows']));
});

/** What the scripted model counted for each request. */
const MOCK = { input: 5321, cached: 4096, output: 87 };

function usageOf(outcomes: RecordedHome['sessions'][number]['outcomes']) {
  const thread = createThread();
  for (const event of eventsOf(outcomes)) thread.push(event);
  return thread.usage;
}

it('counts in every session what the scripted model counted', (context) => {
  if (!homes) return context.skip(WITHOUT_SHARED);
  let counted = 0;
  for (const { name, sessions } of homes) {
    for (const { id, outcomes } of sessions) {
      const usage = usageOf(outcomes);
      if (!usage) continue;
      counted += 1;
      const requests = usage.input_tokens / MOCK.input;
      // Before schema 14 goose keeps no cached part.
      const cached = name.startsWith('1.37') ? 0 : MOCK.cached * requests;
      expect(usage, `${name} ${id}`).toMatchObject({
        output_tokens: MOCK.output * requests,
        cached_input_tokens: cached,
      });
      expect(Number.isInteger(requests), `${name} ${id}`).toBe(true);
      const answers = eventsOf(outcomes).flatMap((event) => (event.type === 'token_count' ? event.request_id : []));
      if (!name.startsWith('1.37')) expect(new Set(answers).size, `${name} ${id}`).toBe(requests);
    }
  }
  expect(counted).toBeGreaterThan(25);
});

it('shows the same blocks from the stream and from the rows, but for what goose does not keep', (context) => {
  if (!homes) return context.skip(WITHOUT_SHARED);
  let total = 0;
  const missing: string[] = [];
  for (const { name, streams, sessions } of homes.filter((home) => !isAcp(home.name))) {
    const kept = sessions.flatMap(({ outcomes }) => blocksOf(eventsOf(outcomes)));
    for (const { outcomes } of streams) {
      for (const block of blocksOf(eventsOf(outcomes))) {
        total += 1;
        if (!kept.some((other) => JSON.stringify(other) === JSON.stringify(block)))
          missing.push(`${name} ${block.kind}`);
      }
    }
  }
  expect(total).toBe(109);
  // Runs that were killed or refused while a step was open, and goose's own words at the end of its turns.
  expect(new Set(missing.map((line) => line.replace(/^[\d.]+\//, '').replace(/ .*/, '')))).toEqual(
    new Set(['s10-sigkill', 's10b-sigint', 's10c-sigterm', 's10e-sigkill-text', 's12-denied', 's16b-max-turns']),
  );
});

it('ends a run as failed whose errors hide behind an exit code of 0', (context) => {
  if (!homes) return context.skip(WITHOUT_SHARED);
  const failed = homes.filter(({ name }) => /s7[acdh]-/.test(name));
  expect(failed.length).toBeGreaterThan(5);
  for (const { name, streams } of failed) {
    const ends = eventsOf(streams[0]?.outcomes ?? []).filter(({ type }) =>
      /^turn\.(completed|failed|aborted)$/.test(type),
    );
    expect(
      ends.map(({ type }) => type),
      name,
    ).toEqual(['turn.failed']);
  }
});
