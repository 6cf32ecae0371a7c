import { createEventReader, createMessageBuilder } from 'threadline';
import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../test/fixtures.ts';
import { createSettledMessages } from './settled-messages.ts';

/** What is given out before the end, and at the end. */
function settle(bytes: Uint8Array, split: boolean) {
  const reader = createEventReader();
  const builder = createMessageBuilder({ split });
  const settled = createSettledMessages();
  const early = [];
  for (const outcome of [...reader.push(bytes), ...reader.end()]) {
    if (outcome.ok) for (const event of outcome.events) early.push(...settled.push(event, builder.push(event)));
  }
  return { early, late: settled.end(builder.end()), messages: builder.messages };
}

describe('what an agent prints comes out as messages that', () => {
  const recordings = bundledRecordings('*/*/stdout.jsonl');
  it.each(recordings.map(({ name, bytes }) => [name, bytes] as const))(
    'are each given once, in their last state and in order: %s',
    (_, bytes) => {
      for (const split of [false, true]) {
        const { early, late, messages } = settle(bytes, split);
        expect([...early, ...late]).toEqual(messages);
      }
    },
  );

  it('do not wait for the end of the output', () => {
    const waiting = recordings.filter(({ bytes }) => settle(bytes, false).early.length === 0).map(({ name }) => name);
    // Only what ends before anything is done.
    expect(waiting.length).toBeLessThan(recordings.length / 4);
  });
});
