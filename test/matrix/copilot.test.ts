import { createEventReader, type ThreadEvent } from 'threadline';
import { expect, it } from 'vitest';
import { createUsageSum } from '../../src/core/thread/usage-sum.ts';
import { type Recording, sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';
import { compareRun, recordedRuns, sharedFolder } from '../parity/live-and-kept.ts';

const KEPT = 'session/.copilot/session-state/*/events.jsonl';

const recorded = (pattern: string) =>
  sharedRecordings(`*/*/${pattern}`, 'copilot')?.filter(({ bytes }) => bytes.length > 0);

function eventsOf({ bytes }: Recording): ThreadEvent[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

it('reads every recorded line of Copilot CLI into typed events, by a wire of its own', (context) => {
  const printed = recorded('stdout*.jsonl');
  const kept = recorded(KEPT);
  if (!printed || !kept) return context.skip(WITHOUT_SHARED);
  const odd: string[] = [];
  for (const recording of [...printed, ...kept]) {
    const wire = kept.includes(recording) ? 'copilot-events' : 'copilot-stream';
    const reader = createEventReader();
    const outcomes = [...reader.push(recording.bytes), ...reader.end()];
    if (reader.wire !== wire) odd.push(`${recording.name}: ${reader.wire}`);
    if (reader.wire !== wire) continue;
    for (const outcome of outcomes) {
      if (!outcome.ok || outcome.problems.length > 0) odd.push(`${recording.name}:${outcome.line}`);
      for (const event of outcome.ok ? outcome.events : []) {
        if (event.type === 'unknown' || ('item' in event && event.item.type === 'unknown'))
          odd.push(`${recording.name}: unknown`);
      }
    }
  }
  // The protocol of many agents, and what the command that imports a session prints.
  expect(odd).toEqual(['1.0.102/s25-acp/stdout.jsonl: acp', '1.0.102/s28-import/stdout.1.jsonl: unknown']);
});

it('counts what the scripted model counted: 1 200 and 30, each with the number of the request', (context) => {
  const kept = recorded(KEPT);
  if (!kept) return context.skip(WITHOUT_SHARED);
  const odd = kept.flatMap((recording) => {
    const sum = createUsageSum();
    const text = new TextDecoder().decode(recording.bytes);
    for (const event of eventsOf(recording)) sum.push(event);
    const { input_tokens = 0, output_tokens = 0, cached_input_tokens = 0 } = sum.usage ?? {};
    // Another mock, which counts the same for each request.
    if (text.includes('gpt-5.3-codex')) return input_tokens === 10642 && output_tokens === 174 ? [] : [recording.name];
    const requests = cached_input_tokens / 1000;
    return input_tokens - output_tokens === 1170 * requests && Number.isInteger(requests) ? [] : [recording.name];
  });
  expect(odd).toEqual([]);
});

it('counts each request by its number where the file names it', (context) => {
  const kept = recorded(KEPT);
  if (!kept) return context.skip(WITHOUT_SHARED);
  const odd = kept.flatMap((recording) =>
    eventsOf(recording).flatMap((event) => {
      const [, number] = /^chatcmpl-Mock0*(\d+)$/.exec(event.request_id ?? '') ?? [];
      if (event.type !== 'token_count' || number === undefined) return [];
      return event.last?.input_tokens === 1200 + Number(number) ? [] : [`${recording.name}:${event.line}`];
    }),
  );
  expect(odd).toEqual([]);
});

it('shows the same messages from the stream and from the log, with the same ids', (context) => {
  const root = sharedFolder('copilot');
  if (root === undefined) return context.skip(WITHOUT_SHARED);
  const runs = recordedRuns(root, KEPT).map(compareRun);
  const total = runs.reduce((sum, run) => sum + run.total, 0);
  const differences = runs.flatMap((run) => run.differences);
  expect(total).toBeGreaterThan(150);
  expect(differences.length / total).toBeLessThan(0.03 + 1 / total);
  // A text that the connection or the limit of tokens cut is asked for again, and never kept. Prompts are numbered by turn,
  // and the imported turn is not printed.
  expect([...new Set(differences.map(({ run, what }) => `${run} ${what}`))]).toEqual([
    '1.0.102/s28-import.2 id',
    '1.0.102/s7d-cut missing',
    '1.0.102/s7g-length id',
    '1.0.102/s7g-length missing',
  ]);
});
