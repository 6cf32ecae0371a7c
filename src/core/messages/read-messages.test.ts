import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../test/fixtures.ts';
import { readEvents, readThreadEvents } from '../wires/read-events.ts';
import { createMessageBuilder } from './message-builder.ts';
import { readMessages } from './read-messages.ts';

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

const [recording] = bundledRecordings('0.166.0/s2-shell/stdout.jsonl');
const bytes = recording?.bytes ?? new Uint8Array();

describe('messages straight from bytes', () => {
  it('are those of the builder, each once and whole, whatever the source is', async () => {
    const builder = createMessageBuilder();
    for await (const event of readThreadEvents([bytes])) builder.push(event);
    builder.end();
    expect(builder.messages.length).toBeGreaterThan(2);
    expect(await collect(readMessages([bytes]))).toEqual(builder.messages);
    expect(await collect(readMessages(new Blob([bytes as BlobPart]).stream()))).toEqual(builder.messages);
  });

  it('take the options of the builder and those of the reader', async () => {
    const messages = await collect(
      readMessages([bytes], { original: false, firstTurn: 4, reader: { wire: 'codex-exec' } }),
    );
    expect(messages.every((message) => !('_original' in message) && message.id.startsWith('t4.'))).toBe(true);
  });

  it('leave bad lines out', async () => {
    expect(await collect(readMessages(['{"type":\n', bytes]))).toHaveLength(
      (await collect(readMessages([bytes]))).length,
    );
  });
});

describe('events without outcomes', () => {
  it('are those of all good lines, in order', async () => {
    const outcomes = await collect(readEvents(['no\n', bytes]));
    expect(await collect(readThreadEvents(['no\n', bytes]))).toEqual(
      outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : [])),
    );
  });
});
