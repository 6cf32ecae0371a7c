import { createEventReader, type ThreadEvent } from 'threadline';
import { expect, it } from 'vitest';
import { createUsageSum } from '../../src/core/thread/usage-sum.ts';
import { type Recording, sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';
import { compareRun, recordedRuns, sharedFolder } from '../parity/live-and-kept.ts';

const CHATS = 'session/.qwen/projects/*/chats/*.jsonl';
const AGENTS = 'session/.qwen/projects/*/subagents/*/*.jsonl';

const recorded = (pattern: string) =>
  sharedRecordings(`*/*/${pattern}`, 'qwen')?.filter(({ bytes }) => bytes.length > 0);

function eventsOf({ bytes }: Recording): ThreadEvent[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

it('reads every recorded line of Qwen Code into typed events, by a wire of its own', (context) => {
  const printed = recorded('stdout*.jsonl');
  const kept = recorded(`{${CHATS},${AGENTS}}`);
  if (!printed || !kept) return context.skip(WITHOUT_SHARED);
  const odd: string[] = [];
  for (const recording of [...printed, ...kept]) {
    const wire = kept.includes(recording) ? 'qwen-chat' : 'qwen-stream';
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
  // The protocol of many agents.
  expect(odd).toEqual(['0.24.4/s25-acp/stdout.jsonl: acp']);
});

it('counts what the scripted model counted, with the requests that Qwen makes for itself', (context) => {
  const kept = recorded(CHATS);
  if (!kept) return context.skip(WITHOUT_SHARED);
  const odd = kept.flatMap((recording) => {
    const sum = createUsageSum();
    for (const event of eventsOf(recording)) sum.push(event);
    // Every request that was answered, but for those of sub-agents, which have a file of their own.
    const text = new TextDecoder().decode(recording.bytes);
    const numbers = text.split('\n').flatMap((line) => {
      const [, number] = /"qwen-code\.api_response".*"response_id":"chatcmpl-Mock0*(\d+)"/.exec(line) ?? [];
      return number === undefined || line.includes('"subagent_task_name"') ? [] : [Number(number)];
    });
    const expected = numbers.reduce((total, number) => total + 1200 + number, 0);
    return (sum.usage?.input_tokens ?? 0) === expected
      ? []
      : [`${recording.name} ${sum.usage?.input_tokens} ${expected}`];
  });
  expect(odd).toEqual([]);
});

it('counts the replies of a run as they are printed, and not the total of its last line', (context) => {
  const printed = recorded('stdout*.jsonl');
  if (!printed) return context.skip(WITHOUT_SHARED);
  const odd = printed.flatMap((recording) =>
    eventsOf(recording).flatMap((event) => {
      if (event.type !== 'token_count') return [];
      const { input_tokens = 0, output_tokens = 0 } = event.last ?? {};
      return input_tokens - output_tokens === 1170 ? [] : [`${recording.name}:${event.line}`];
    }),
  );
  expect(odd).toEqual([]);
});

it('shows the same messages from the stream and from the chat', (context) => {
  const root = sharedFolder('qwen');
  if (root === undefined) return context.skip(WITHOUT_SHARED);
  const runs = recordedRuns(root, CHATS).map(compareRun);
  const total = runs.reduce((sum, run) => sum + run.total, 0);
  const differences = runs.flatMap((run) => run.differences);
  const missing = differences.filter(({ what }) => what === 'missing');
  expect(total).toBeGreaterThan(140);
  expect([...new Set(differences.map(({ run, what }) => `${run} ${what}`))]).toEqual([
    // Up to 0.15 the stream does not tell that a command failed.
    '0.15.10/s13-compress.1 is_error',
    // A slash command is answered live and not kept, so it counts as no turn of the chat.
    '0.15.10/s13-compress.2 missing',
    '0.15.10/s13-compress.3 id',
    '0.15.10/s2-shell is_error',
    // A reply that is asked for again is printed behind the one before, and kept apart or without it.
    '0.15.10/s7g-length missing',
    '0.24.4/s13-compress.2 missing',
    '0.24.4/s13-compress.3 id',
    '0.24.4/s7d-cut missing',
    '0.24.4/s7g-length missing',
    // 0.5.2 loses a space where two pieces of a thought meet.
    '0.5.2/s1-hello missing',
    '0.5.2/s2-shell is_error',
  ]);
  expect(missing.length / total).toBeLessThan(0.05);
});
