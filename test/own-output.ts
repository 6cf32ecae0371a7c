import { createEventReader, detectWire } from 'threadline';
import { type WriterOptions, writers } from 'threadline/writers';
import { expect } from 'vitest';
import { everyRecording, type Recording } from './fixtures.ts';

/** The shapes that threadline writes and reads. */
export const OWN_SHAPES = ['events', 'messages', 'ndjson'] as const;

/** What `convert` does with an input, whole or in pieces. */
export function converted(input: string | Uint8Array | Iterable<Uint8Array>, to: string, options: WriterOptions = {}) {
  const reader = createEventReader({ raw: true });
  const createWriter = writers.get(to);
  if (!createWriter) throw new Error(`no writer ${to}`);
  const writer = createWriter({ kind: () => reader.kind, agent: () => reader.agent, ...options });
  let text = '';
  const chunks = typeof input === 'string' || input instanceof Uint8Array ? [input] : input;
  for (const chunk of chunks) for (const outcome of reader.push(chunk)) text += writer.push(outcome).join('');
  for (const outcome of reader.end()) text += writer.push(outcome).join('');
  text += writer.end().join('');
  return { text, wire: reader.wire, agent: reader.agent };
}

/** The first line without the mark, as the model has it, and the others. */
export function withoutMark(text: string): string {
  const end = text.indexOf('\n');
  const { schema: _schema, agent, ...first } = JSON.parse(text.slice(0, end));
  const unmarked = first.type === 'thread.started' ? { agent, ...first } : first;
  return JSON.stringify(unmarked) + text.slice(end);
}

/** One bundled recording of each wire of an agent, in each of threadline's shapes. */
export function ownRecordings(): Recording[] {
  const byWire = new Map<string, Recording>();
  for (const recording of everyRecording()) {
    const wire = detectWire(recording.bytes);
    const known = byWire.get(wire);
    // A short one: some laws read it byte by byte.
    if (wire !== 'unknown' && (!known || known.bytes.length > recording.bytes.length)) byWire.set(wire, recording);
  }
  return OWN_SHAPES.flatMap((shape) =>
    [...byWire.values()].map(({ name, bytes }) => ({
      name: `${name} as ${shape}`,
      bytes: new TextEncoder().encode(converted(bytes, shape).text),
    })),
  ).filter(({ bytes }) => bytes.length > 0);
}

/** What our NDJSON of an agent has, and its own reading back does not: the table of docs/writers.md. */
export function comparable(ndjson: string): string {
  return ndjson
    .replace(/,"duration_ms":[\d.]+/g, '')
    .replace(/^\{"type":"error".*\n/gm, '')
    .replace(/^(\{"type":"stderr".*),"raw":\{.*\}\}$/gm, '$1}');
}

/** Converts a recording to each shape and back. */
export function expectReadBack({ bytes }: Pick<Recording, 'bytes'>): void {
  const events = converted(bytes, 'events');
  const again = converted(events.text, 'events');
  expect(again).toEqual({ text: events.text, wire: 'threadline-events', agent: events.agent });
  for (const options of [{}, { all: true, agents: true }, { split: true }, { original: false }]) {
    const messages = converted(bytes, 'messages', options).text;
    expect(converted(events.text, 'messages', options).text).toBe(messages);
    if (messages === '') continue;
    const read = converted(messages, 'messages', options);
    expect(read).toEqual({ text: messages, wire: 'threadline-messages', agent: events.agent });
    expect(converted(converted(messages, 'events').text, 'messages', options).text).toBe(messages);
  }
  const ndjson = converted(bytes, 'ndjson').text;
  expect(converted(events.text, 'ndjson').text).toBe(ndjson);
  if (ndjson === '') return;
  const read = converted(ndjson, 'ndjson');
  expect([comparable(read.text), read.wire, read.agent]).toEqual([
    comparable(ndjson),
    'threadline-ndjson',
    events.agent,
  ]);
}

/** No line of an agent is taken for one of threadline's own. */
export function expectNoLineClaimed({ bytes }: Pick<Recording, 'bytes'>): void {
  for (const line of new TextDecoder().decode(bytes).split('\n').slice(0, 200)) {
    if (line.length < 20_000) expect(detectWire(line).startsWith('threadline-') && line).toBe(false);
  }
}
