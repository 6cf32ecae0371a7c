import { createEventReader, detectWire, type ThreadEvent } from 'threadline';
import { expect, it } from 'vitest';
import { joinWords, splitWords, unwrapShell } from '../../src/core/tools/shell-words.ts';
import { sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';

function eventsOf(bytes: Uint8Array): ThreadEvent[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

/** Commands whose output in pieces is not their output as a whole, by what Codex does not repeat in the end. */
const NOT_REPEATED = ['0.20.0/s12-timeout', '0.20.0/s9-big', '0.34.0/s12-timeout'];

it('puts the output of every legacy command together from its pieces', (context) => {
  const recordings = sharedRecordings('*/*/stdout.jsonl');
  if (!recordings) return context.skip(WITHOUT_SHARED);
  const counts = { recordings: 0, streams: 0 };
  const different: string[] = [];
  for (const { name, bytes } of recordings) {
    if (detectWire(bytes) !== 'codex-legacy') continue;
    counts.recordings += 1;
    const pieces = new Map<string, string>();
    for (const event of eventsOf(bytes)) {
      if (event.type === 'item.delta' && event.item_type === 'command_execution') {
        const key = `${event.item_id} ${event.delta.stream}`;
        pieces.set(key, (pieces.get(key) ?? '') + event.delta.text_delta);
      } else if (event.type === 'item.completed' && event.item.type === 'command_execution') {
        for (const stream of ['stdout', 'stderr'] as const) {
          const joined = pieces.get(`${event.item.id} ${stream}`);
          if (joined === undefined) continue;
          counts.streams += 1;
          if (joined !== event.item[stream]) different.push(name.replace('/stdout.jsonl', ''));
        }
      }
    }
  }
  expect(counts).toEqual({ recordings: 154, streams: 92 });
  expect(different).toEqual(NOT_REPEATED);
});

it('quotes and unwraps every command as Codex printed it', (context) => {
  const recordings = sharedRecordings('*/*/stdout.jsonl');
  if (!recordings) return context.skip(WITHOUT_SHARED);
  const commands = recordings
    .filter(({ bytes }) => detectWire(bytes) === 'codex-exec')
    .flatMap(({ bytes }) => eventsOf(bytes))
    .flatMap((event) => ('item' in event && event.item.type === 'command_execution' ? [event.item.command] : []));
  expect(commands.length).toBeGreaterThan(400);
  expect(commands.filter((command) => joinWords(splitWords(command) ?? []) !== command)).toEqual([]);
  expect(commands.filter((command) => unwrapShell(command) === command)).toEqual([]);
});
