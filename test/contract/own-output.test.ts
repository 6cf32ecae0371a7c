import { createEventReader, createMessageBuilder, createStdoutMapper, createThread, detectWire } from 'threadline';
import { writers } from 'threadline/writers';
import { describe, expect, it } from 'vitest';
import { everyRecording } from '../fixtures.ts';
import {
  converted,
  expectNoLineClaimed,
  expectReadBack,
  OWN_SHAPES,
  ownRecordings,
  withoutMark,
} from '../own-output.ts';
import { onePerVersion } from './drift.ts';

/** threadline reads what threadline writes: docs/formats/threadline.md. */

/** CI takes every recording, `npm test` one of each version and wire. */
const isWhole = Boolean(process.env.THREADLINE_EVERY_RECORDING);
const readable = everyRecording().filter(({ bytes }) => detectWire(bytes) !== 'unknown');
const recordings = isWhole ? readable : onePerVersion(readable);

describe('what was written is read back', () => {
  it.each(recordings)('events as they stand, messages and NDJSON up to the table: $name', expectReadBack);
});

describe('recognition', () => {
  it.each(ownRecordings())('goes by the mark, and without it by the shape of a line: $name', ({ name, bytes }) => {
    const text = new TextDecoder().decode(bytes);
    const wire = `threadline-${name.split(' as ')[1]}`;
    expect(detectWire(bytes)).toBe(wire);
    expect(detectWire(withoutMark(text))).toBe(wire);
  });

  it.each(ownRecordings())('takes no other shape for this one, line by line: $name', ({ name, bytes }) => {
    const wire = `threadline-${name.split(' as ')[1]}`;
    for (const line of withoutMark(new TextDecoder().decode(bytes)).split('\n')) {
      const found = detectWire(line);
      if (found.startsWith('threadline-')) expect([found, line]).toEqual([wire, line]);
    }
  });

  it.each(recordings)('claims no line of an agent: $name', expectNoLineClaimed);
});

describe('the mark', () => {
  it.each(recordings)('stands on the first line alone, whatever its kind, and names the agent: $name', ({ bytes }) => {
    for (const shape of OWN_SHAPES) {
      const { text, agent } = converted(bytes, shape);
      const [first, ...others] = text.split('\n');
      if (!first) continue;
      expect(JSON.parse(first)).toMatchObject({ schema: 'threadline/1', agent });
      expect(others.some((line) => line.includes('"schema":"threadline/'))).toBe(false);
    }
  });

  it.each(ownRecordings())('is given by no reader, builder or mapper: $name', ({ bytes }) => {
    const reader = createEventReader();
    const builder = createMessageBuilder({ all: true });
    const mapper = createStdoutMapper();
    const events = [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
    for (const event of events) builder.push(event);
    const given = [...events, ...builder.messages, ...mapper.push(bytes), ...mapper.flush()];
    expect(given.filter((value) => JSON.stringify(value).includes('threadline/1'))).toEqual([]);
  });
});

describe('outputs one after the other', () => {
  const [a, b] = ['claude', 'gemini'].map((agent) =>
    recordings.find(({ name }) => name.startsWith(agent) && name.includes('stdout')),
  );

  it.each(OWN_SHAPES.flatMap((first) => OWN_SHAPES.map((second) => [first, second] as const)))(
    '%s and then %s are two threads, each with its agent',
    (first, second) => {
      if (!a || !b) throw new Error('no recordings');
      const options = { original: false };
      const text = converted(a.bytes, first, options).text + converted(b.bytes, second, options).text;
      const tools = converted(text, 'messages')
        .text.split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).tool);
      expect([...new Set(tools)]).toEqual(['claude', 'gemini']);
      const alone = [a, b].map(
        ({ bytes }, index) => converted(converted(bytes, index === 0 ? first : second, options).text, 'messages').text,
      );
      expect(tools.length).toBe(alone.join('').split('\n').length - 1);
    },
  );
});

describe('bad lines', () => {
  const noisy =
    '{"type":"thread.started","thread_id":"t"}\nnoise\n{"type":"item.completed","item":{"id":"a","type":"agent_message","text":5}}\n';

  it('are read back as the problems that they were, at their place', () => {
    const { text } = converted(noisy, 'events');
    const reader = createEventReader();
    const outcomes = [...reader.push(text), ...reader.end()];
    const problems = outcomes.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]));
    expect(problems).toMatchObject([
      { code: 'invalid-json', raw: 'noise', line: 2, offset: 42 },
      { code: 'bad-field', line: 3 },
    ]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true, true]);
    expect(converted(text, 'events').text).toBe(text);
  });

  it('come first with the mark', () => {
    const { text } = converted(`noise\n${noisy}`, 'events');
    expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({
      type: 'problem',
      schema: 'threadline/1',
      agent: 'codex',
    });
    expect(converted(text, 'events').text).toBe(text);
  });

  it.each(OWN_SHAPES)('in the middle of %s are problems, and the rest is read', (shape) => {
    const lines = converted(noisy.replace('5', '"x"'), shape).text.split('\n');
    lines.splice(1, 0, 'garbage', '{"half":', '{"future":{"x":1},"type":"zork"}', '7', '{"nothing":1}');
    const reader = createEventReader();
    const outcomes = [...reader.push(lines.join('\n')), ...reader.end()].filter((outcome) => !('flush' in outcome));
    const codes = outcomes.slice(1, 6).map((outcome) => (outcome.ok ? outcome.events[0]?.type : outcome.error.code));
    expect(codes).toEqual(['invalid-json', 'invalid-json', 'unknown', 'not-an-object', 'missing-type']);
  });
});

describe('lines that somebody changed', () => {
  const ODD: unknown[] = [
    null,
    5,
    -1,
    2 ** 40,
    0.5,
    '',
    'x',
    true,
    [],
    [null],
    [[]],
    {},
    { toString: 0 },
    { length: 9 },
    [{ type: 'text' }],
  ];

  /** Every place of a value, as a path. */
  function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
    if (typeof value !== 'object' || value === null || path.length > 5) return [path];
    const inner = Object.entries(value).flatMap(([key, entry]) =>
      places(entry, [...path, Array.isArray(value) ? Number(key) : key]),
    );
    return path.length === 0 ? inner : [path, ...inner];
  }

  function changed(line: string, path: (string | number)[], odd: unknown): string {
    const value = JSON.parse(line);
    let owner = value;
    for (const key of path.slice(0, -1)) owner = owner[key];
    const last = path.at(-1) ?? '';
    if (odd === undefined) delete owner[last];
    else owner[last] = odd;
    return JSON.stringify(value);
  }

  /** Places that were tried: by recording in CI, by shape in `npm test`. */
  const tried = new Map<string, Set<string>>();

  it.each(ownRecordings())('never make a reader or what stands on it throw: $name', ({ name, bytes }) => {
    const owner = isWhole ? name : (name.split(' as ')[1] ?? '');
    const seen = tried.get(owner) ?? new Set();
    tried.set(owner, seen);
    const lines = new TextDecoder()
      .decode(bytes)
      .split('\n')
      .slice(0, isWhole ? 40 : 12)
      .filter((line) => line.length < 4000);
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      for (const path of places(JSON.parse(line))) {
        const { type, item } = JSON.parse(line);
        const kind = [type, item?.type, ...path.map((key) => (typeof key === 'number' ? '#' : key))].join('.');
        if (seen.has(kind) || path.includes('_original')) continue;
        for (const odd of [undefined, ...ODD]) {
          const text = lines
            .with(index, changed(line, path, odd))
            .slice(0, index + 1)
            .join('\n');
          expect(() => readWhole(text), `${path.join('.')} = ${JSON.stringify(odd)}`).not.toThrow();
        }
        seen.add(kind);
      }
    }
  });

  function readWhole(text: string): void {
    const reader = createEventReader();
    const thread = createThread();
    const all = [...writers].filter(([name]) =>
      ['events', 'messages', 'ndjson', 'claude', 'codex', 'gemini', 'otlp'].includes(name),
    );
    const made = all.map(([, createWriter]) => createWriter({ all: true, agents: true, kind: () => 'stream' }));
    for (const outcome of [...reader.push(text), ...reader.end()]) {
      for (const writer of made) writer.push(outcome);
      if (outcome.ok) for (const event of outcome.events) thread.push(event);
    }
    for (const writer of made) writer.end();
  }
});
