import { expect, it } from 'vitest';
import { addMessage, createMessageFacts } from '../../src/core/facts/message-facts.ts';
import { createMessageBuilder } from '../../src/core/messages/message-builder.ts';
import type { ThreadEvent } from '../../src/core/thread/event.ts';
import { createEventReader } from '../../src/core/wires/event-reader.ts';
import { createStoryFold, type ToldByEvents } from '../../src/machine/insights/story-fold.ts';
import { everyRecording } from '../fixtures.ts';

function eventsOf(bytes: Uint8Array): [ThreadEvent, number][] {
  const reader = createEventReader();
  const outcomes = [...reader.push(bytes), ...reader.end()];
  return outcomes.flatMap(({ line, ...outcome }) =>
    'events' in outcome ? outcome.events.map((event): [ThreadEvent, number] => [event, line]) : [],
  );
}

function storyOf(events: readonly [ThreadEvent, number][]): ToldByEvents {
  const fold = createStoryFold({ folder: '/p' });
  for (const [event, line] of events) fold.add(event, line);
  return fold.story();
}

it('a story has the calls and failures that every list counts, of all recordings', () => {
  let calls = 0;
  let offered = 0;
  for (const { name, bytes } of everyRecording()) {
    const events = eventsOf(bytes);
    // Turns that were taken back were work, too.
    const builder = createMessageBuilder({ agents: true, all: true });
    for (const [event] of events) builder.push(event);
    builder.end();
    const facts = createMessageFacts();
    for (const message of builder.messages) if (!message.inherited) addMessage(facts, message);
    const story = storyOf(events);
    expect([story.calls.length, story.calls.filter(({ failed }) => failed).length], name).toEqual([
      facts.calls,
      // A message with several failed calls is one error of a list.
      [...facts.tools.values()].reduce((sum, { failed }) => sum + failed, 0),
    ]);
    for (const { line, ms } of story.calls) {
      expect(line, name).toBeGreaterThan(0);
      expect(ms ?? 0, name).toBeGreaterThanOrEqual(0);
    }
    calls += story.calls.length;
    offered += [...story.offered.keys()].filter((tool) => tool.startsWith('mcp__')).length;
  }
  expect(calls).toBeGreaterThan(100);
  expect(offered).toBeGreaterThan(0);
});

it('a story of any values is told', () => {
  const odd: unknown[] = [
    { toString: 0 },
    null,
    [],
    'x',
    -1,
    { tools: [{ name: {} }, null, { name: 'n', tools: [{ name: 'n' }] }] },
  ];
  const events = odd.flatMap((value): ThreadEvent[] => [
    { type: 'thread.started', thread_id: 't', extra: { tools: value } },
    { type: 'context', kind: 'attachment', data: { attachment: value } },
    { type: 'context', kind: 'attachment', data: { attachment: { addedNames: value } } },
    {
      type: 'item.completed',
      timestamp: 'never',
      item: { id: 'i', type: 'tool_call', name: 'n', input: value, status: 'completed', extra: { call_output: value } },
    },
  ]);
  expect(() => storyOf(events.map((event, line) => [event, line]))).not.toThrow();
});

it('a story of 100 000 calls is held within a bound', () => {
  const events = Array.from({ length: 100_000 }, (_, index): [ThreadEvent, number] => [
    {
      type: 'item.completed',
      line: index + 1,
      item: { id: `i${index}`, type: 'command_execution', command: 'ls', aggregated_output: '', status: 'completed' },
    },
    index + 1,
  ]);
  expect(storyOf(events).calls).toHaveLength(100_000);
});
