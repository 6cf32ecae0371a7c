import { createEventReader, createEventStream as createStreamOfAll } from 'threadline';
import { createEventStream, readEventBatches, readEvents } from 'threadline/lazy';
import { codexStream } from 'threadline/reader';
import { describe, expect, it } from 'vitest';
import { bundledRecordings, everyRecording } from '../../../test/fixtures.ts';
import { parrot } from '../../../test/made-up-agent/parrot.ts';
import { allForms } from '../wires/forms.ts';
import { allWires } from '../wires/registry.ts';
import { writers } from '../writers/registry.ts';
import { loadableWires } from './loadable-wires.ts';

/** Pieces of a size that cuts lines and characters. */
function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function read(pieces: Iterable<string | Uint8Array>, options = {}) {
  const reader = createEventReader(options);
  return [...[...pieces].map((piece) => reader.push(piece)), reader.end()].filter((batch) => batch.length > 0);
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of source) values.push(value);
  return values;
}

const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

describe('readers that are loaded when a line needs them', () => {
  it('are asked in the order of createEventReader', () => {
    const names = allWires().map(({ name }) => name);
    expect(loadableWires().map(({ name }) => name)).toEqual(names);
    expect(allForms().map(({ name }) => name)).toEqual(names);
    const chosen = allWires([codexStream]).map(({ name }) => name);
    expect(loadableWires([codexStream]).map(({ name }) => name)).toEqual(chosen);
    expect(allForms([codexStream]).map(({ name }) => name)).toEqual(chosen);
  });

  it('give the batches of createEventReader for every recording', async () => {
    const recordings = everyRecording();
    expect(recordings.length).toBeGreaterThan(300);
    for (const { name, bytes } of recordings) {
      const pieces = [...cut(bytes, 997)];
      expect(await all(readEventBatches(pieces)), name).toEqual(read(pieces));
    }
  });

  it.each([
    ['nothing', ['']],
    ['no line that a wire claims', [lines({ type: 'noise' }, { a: 1 }), 'plain text\n', '[1,2]\n']],
    [
      'noise before the first line',
      ['warning\n', lines({ type: 'noise' }), lines({ type: 'system', subtype: 'init', session_id: 's', tools: [] })],
    ],
    ['a last line without an end', ['{"type":"thread.started","thread_id":"0199"}']],
    [
      'a document over many lines',
      [JSON.stringify({ info: { id: 'ses_1', directory: '/a', time: {} }, messages: [] }, null, 1)],
    ],
    [
      'a banner before a document',
      ['    __( O)>  ● new session · openai mock-1\n', '{\n"messages": [],\n"metadata": {"total_tokens": 1}\n}\n'],
    ],
  ])('read %s as createEventReader does', async (_name, pieces) => {
    expect(await all(readEventBatches(pieces))).toEqual(read(pieces));
  });

  it('read on where outputs of threadline follow what an agent wrote', async () => {
    const [recording] = bundledRecordings('0.166.0/s2-shell/stdout.jsonl');
    const bytes = recording?.bytes ?? new Uint8Array();
    const written = ['events', 'messages', 'ndjson'].flatMap((shape) => {
      const writer = writers.get(shape)?.({});
      const outcomes = read([bytes]).flat();
      return [...outcomes.flatMap((outcome) => writer?.push(outcome) ?? []), ...(writer?.end() ?? [])];
    });
    const pieces = [bytes, ...written];
    const batches = await all(readEventBatches(pieces));
    expect(batches).toEqual(read(pieces));
    expect(batches.length).toBeGreaterThan(20);
  });

  it('take the options of createEventReader', async () => {
    const line = lines({ type: 'squawk', words: 'hello' }, { type: 'turn.started' });
    for (const options of [
      { strict: true, raw: true },
      { wire: 'codex-rollout' },
      { agents: [parrot] },
      { maxLineBytes: 5 },
    ])
      expect(await all(readEventBatches([line], options))).toEqual(read([line], options));
    await expect(all(readEvents([line], { wire: 'nobody' }))).rejects.toThrow(/no wire is called 'nobody'/);
    expect(() => createEventStream({ wire: 'nobody' })).toThrow(TypeError);
    await expect(all(readEvents(line))).rejects.toThrow(TypeError);
  });

  it('are a web stream, too', async () => {
    const [recording] = bundledRecordings('0.166.0/s2-shell/stdout.jsonl');
    const source = () => new Blob([recording?.bytes.slice() ?? '']).stream();
    const lazy = await all(source().pipeThrough(createEventStream()));
    expect(lazy).toEqual(await all(source().pipeThrough(createStreamOfAll())));
    expect(lazy.length).toBeGreaterThan(5);
  });
});
