import { createEventReader, createMessageBuilder, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../test/fixtures.ts';
import { limits } from '../../limits/index.ts';
import { createSettledMessages } from './settled-messages.ts';

function eventsOf(bytes: Uint8Array): ThreadEvent[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

/** What is given out before the end, and at the end; beside it the messages of a builder that forgets nothing. */
function settle(bytes: Uint8Array, split: boolean) {
  const settled = createSettledMessages(createMessageBuilder({ split }), () => false);
  const whole = createMessageBuilder({ split });
  const early = [];
  for (const event of eventsOf(bytes)) {
    early.push(...settled.push(event, 0));
    whole.push(event);
  }
  whole.end();
  return { early, late: settled.end(), messages: whole.messages };
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

describe('what an agent stores', () => {
  const text = (id: string, line: number): ThreadEvent => ({
    type: 'item.completed',
    line,
    item: { id, type: 'agent_message', text: id },
  });

  it('waits for the end, for a later line may take it back', () => {
    const settled = createSettledMessages(createMessageBuilder(), () => true);
    expect(settled.push(text('a', 1), 0)).toEqual([]);
    expect(settled.push({ type: 'turn.completed', line: 2 }, 100)).toEqual([]);
    expect(settled.end()).toMatchObject([{ content: [{ text: 'a' }] }]);
  });

  it('comes out when much more has come, and is forgotten then: a thread of any length fits', () => {
    const builder = createMessageBuilder();
    const settled = createSettledMessages(builder, () => true);
    const given: string[] = [];
    let most = 0;
    for (let line = 1; line <= 1000; line += 1) {
      const messages = settled.push(text(`m${line}`, line), (line * limits.heldMessageBytes) / 10);
      for (const message of messages) given.push(message.id);
      most = Math.max(most, builder.messages.length);
    }
    expect(most).toBeLessThanOrEqual(22);
    given.push(...settled.end().map(({ id }) => id));
    expect(given).toEqual(Array.from({ length: 1000 }, (_, index) => `t1.text.${index + 1}`));
  });

  it('what one process left open does not wait for the next one', () => {
    const settled = createSettledMessages(createMessageBuilder(), () => false);
    const call = { id: 'c', type: 'command_execution', command: 'sleep', status: 'in_progress' } as const;
    settled.push({ type: 'item.started', line: 1, item: { ...call, aggregated_output: '' } }, 0);
    expect(settled.push({ type: 'thread.started', line: 2, thread_id: 'b' }, 100)).toHaveLength(1);
  });

  it('a call that never ends holds up the others for as long, not for ever', () => {
    const settled = createSettledMessages(createMessageBuilder(), () => false);
    const call = { id: 'c', type: 'command_execution', command: 'sleep', status: 'in_progress' } as const;
    expect(settled.push({ type: 'item.started', line: 1, item: { ...call, aggregated_output: '' } }, 0)).toEqual([]);
    expect(settled.push(text('a', 2), 100)).toEqual([]);
    expect(settled.push(text('b', 3), limits.heldMessageBytes)).toEqual([]);
    expect(settled.push(text('c', 4), 2 * limits.heldMessageBytes)).toHaveLength(3);
  });
});
