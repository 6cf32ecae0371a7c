import { describe, expect, it } from 'vitest';
import { limits } from '../../limits/index.ts';
import type { ThreadEvent } from '../thread/event.ts';
import { createEventReader } from '../wires/event-reader.ts';
import { extractText } from './message.ts';
import { createMessageBuilder, type MessageBuilderOptions } from './message-builder.ts';
import { createSeenEvents } from './seen-events.ts';

function read(records: readonly object[], separator = '\n'): ThreadEvent[] {
  const reader = createEventReader();
  const text = `${records.map((record) => JSON.stringify(record)).join(separator)}\n`;
  return [...reader.push(text), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

const run = (text: string) =>
  read([
    { type: 'thread.started', thread_id: 't' },
    { type: 'turn.started' },
    { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text } },
    { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } },
  ]);

function fold(events: readonly ThreadEvent[], options?: MessageBuilderOptions) {
  const builder = createMessageBuilder(options);
  for (const event of events) builder.push(event);
  builder.end();
  return builder.messages.map((message) => [message.id, extractText(message)]);
}

describe('two inputs through one builder', () => {
  it('are one conversation: a thread that starts on a line not after the last one begins another input', () => {
    expect(fold([...run('first'), ...run('second')])).toEqual([
      ['t1.text.1', 'first'],
      ['t2.text.1', 'second'],
    ]);
  });

  it('are told apart though they say the same', () => {
    expect(fold([...run('same'), ...run('same'), ...run('same')]).map(([id]) => id)).toEqual([
      't1.text.1',
      't2.text.1',
      't3.text.1',
    ]);
  });

  it('are one input read again where that is said', () => {
    const builder = createMessageBuilder({ replay: true });
    for (const event of run('first')) builder.push(event);
    expect(run('first').flatMap((event) => builder.push(event))).toEqual([]);
    expect(builder.messages).toHaveLength(1);
  });
});

describe('an event that comes again in one input', () => {
  it('is known by its line, its kind and its item', () => {
    const events = run('first');
    expect(fold(events.flatMap((event) => [event, event]))).toEqual([['t1.text.1', 'first']]);
    expect(fold([...events, ...events.slice(1)])).toEqual([['t1.text.1', 'first']]);
  });

  it('is not one of two deltas of an item on one line', () => {
    const delta = (text: string) => ({
      type: 'item.delta',
      item_id: 'm',
      item_type: 'agent_message',
      delta: { text_delta: text },
    });
    const glued = read([delta('AAA'), delta('BBB')], '');
    expect(glued).toHaveLength(2);
    expect(fold(glued)).toEqual([['t1.text.1', 'AAABBB']]);
    // When the line is read again, both are known.
    const other = { ...delta('CCC'), line: 2 } as ThreadEvent;
    expect(fold([...glued, other, ...structuredClone(glued)])).toEqual([['t1.text.1', 'AAABBBCCC']]);
  });

  it('is not one whose id differs after many letters', () => {
    const item = (id: string) => ({
      type: 'item.completed',
      item: { id, type: 'agent_message', text: id.at(-1) },
    });
    const long = 'x'.repeat(5000);
    expect(fold(read([item(`${long}1`), item(`${long}2`)], ''))).toHaveLength(2);
  });

  it('is known so many lines back and no further; what came before counts as seen', () => {
    const at = (line: number): ThreadEvent => ({ type: 'turn.completed', line });
    const seen = createSeenEvents(true);
    const last = 3 * limits.maxRememberedLines;
    for (let line = 1; line <= last; line += 1) expect(seen.isRepeat(at(line))).toBe(false);
    for (const line of [1, last / 2, last - 1, last]) expect(seen.isRepeat(at(line))).toBe(true);
    expect(seen.isRepeat({ type: 'turn.started', line: last })).toBe(false);
    expect(seen.isRepeat(at(last + 1))).toBe(false);
  });

  it('is new where its line was passed over, even before the first line that was seen', () => {
    const seen = createSeenEvents(false);
    expect(seen.isRepeat({ type: 'turn.completed', line: 5 })).toBe(false);
    expect(seen.isRepeat({ type: 'turn.completed', line: 2 })).toBe(false);
    expect(seen.isRepeat({ type: 'turn.completed', line: 5 })).toBe(true);
    expect(seen.isRepeat({ type: 'turn.completed', line: 2 })).toBe(true);
  });
});
