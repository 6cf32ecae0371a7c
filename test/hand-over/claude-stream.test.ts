import { createEventReader, type ThreadEvent } from 'threadline';
import { writers } from 'threadline/writers';
import { expect, it } from 'vitest';
import { everyRecording } from '../fixtures.ts';
import { expectedParts, messagesOf, type Part, partsOf, readOutcomes } from './round-trip.ts';

function streamOf(bytes: Uint8Array): string {
  const writer = writers.get('claude-stream')?.({ kind: () => 'store' });
  return [...readOutcomes(bytes).flatMap((outcome) => writer?.push(outcome) ?? []), ...(writer?.end() ?? [])].join('');
}

function usesOf(events: readonly ThreadEvent[]): number {
  return events.reduce(
    (sum, event) => sum + (event.type === 'turn.completed' ? (event.turn_usage?.total_tokens ?? 0) : 0),
    0,
  );
}

const eventsOf = (bytes: Uint8Array | string) =>
  readOutcomes(bytes).flatMap((outcome) => (outcome.ok ? outcome.events : []));

/** Nothing is left out but notices, and a result that is not there is said. */
function kept(part: Part): Part[] {
  if (!('name' in part)) return part.role === 'system' ? [] : [part];
  return part.output === undefined ? expectedParts([part], 'claude') : [part];
}

it('any thread can be printed as Claude Code prints its own, and read again it has the same messages', () => {
  for (const { name, bytes } of everyRecording()) {
    const parts = partsOf(messagesOf(readOutcomes(bytes))).flatMap(kept);
    if (parts.length === 0) continue;
    const text = streamOf(bytes);
    expect(partsOf(messagesOf(readOutcomes(text))), name).toEqual(parts);
    const reader = createEventReader();
    reader.push(text);
    expect(reader.wire, name).toBe('claude-stream');
  }
});

it('what turns used is kept, and so are the ids of calls and the model', () => {
  const found = everyRecording().find(({ name }) => name === 'claude/2.1.325/s2/stdout.jsonl');
  if (!found) throw new Error('the recording is gone');
  const [before, after] = [eventsOf(found.bytes), eventsOf(streamOf(found.bytes))];
  expect(usesOf(after)).toBe(usesOf(before));
  expect(usesOf(after)).toBeGreaterThan(0);
  const calls = (bytes: Uint8Array | string) =>
    messagesOf(readOutcomes(bytes)).flatMap(({ model, content }) =>
      content.flatMap((block) => (block.type === 'tool_use' ? [{ model, id: block.id }] : [])),
    );
  expect(calls(streamOf(found.bytes))).toEqual(calls(found.bytes));
});
