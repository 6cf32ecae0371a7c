import { describe, expect, it } from 'vitest';
import * as coreLimits from '../../limits/core.ts';
import { createEventReader } from '../wires/event-reader.ts';
import { parseJson, parseObject } from './json.ts';
import { areOverfull, isOverfull } from './overfull.ts';
import { parseText } from './parse-text.ts';

const MANY = coreLimits.maxLineValues;
const LONG = coreLimits.minCountedLineBytes;
/** Makes a text long enough to be counted, and adds no value. */
const padded = (text: string) => `${text}${' '.repeat(Math.max(0, LONG + 1 - text.length))}`;

function both(text: string): boolean {
  const verdict = isOverfull(text);
  expect(areOverfull(new TextEncoder().encode(text))).toBe(verdict);
  return verdict;
}

describe('a text of too many values', () => {
  it('is known by its commas and opening brackets, from the first beyond the limit on', () => {
    const list = (count: number) => padded(`[${'1,'.repeat(count - 1)}1]`);
    expect(both(list(MANY))).toBe(false);
    expect(both(list(MANY + 1))).toBe(true);
    expect(both(padded('['.repeat(MANY + 1)))).toBe(true);
    expect(both(padded('{"a":'.repeat(MANY + 1)))).toBe(true);
  });

  it('is not looked for in a text of 4 MiB or less', () => {
    const text = `[${'{},'.repeat(LONG / 3 - 2)}{}]`;
    expect(text.length).toBeLessThanOrEqual(LONG);
    expect(both(text)).toBe(false);
    expect(both(padded(text))).toBe(true);
  });

  it('is none for what stands in strings, whatever they hold', () => {
    const commas = ',[{'.repeat(2 * MANY);
    expect(both(`"${commas}"`)).toBe(false);
    expect(both(`{"a\\"${commas}\\\\\\"":"${commas}"}`)).toBe(false);
    expect(both(`["\\\\",${commas}]`)).toBe(true);
    expect(both(`"${'\\"'.repeat(LONG)}`)).toBe(false);
    expect(both(`"${'\\'.repeat(LONG * 2)}",${commas}`)).toBe(true);
    expect(both(`"never closed ${commas}`)).toBe(false);
    expect(both(padded('é'.repeat(LONG)))).toBe(false);
  });

  it('is not parsed, wherever it stands', () => {
    const text = padded(`{"a":[${'{},'.repeat(MANY)}1]}`);
    expect(parseObject(text)).toBeUndefined();
    expect(parseJson(text)).toBeUndefined();
    expect(parseText(text)).toMatchObject({ records: [], problem: { code: 'too-large' } });
    expect(parseText(text).problem?.raw).toHaveLength(coreLimits.skippedLinePreviewBytes);
  });
});

describe('a line of too many values', () => {
  const before = '{"type":"thread.started","thread_id":"t"}\n';
  const after = '{"type":"turn.started"}\n';
  const full = `{"type":"weird","a":[${'{},'.repeat(3 * MANY)}{}]}\n`;

  it.each([
    ['in one chunk', Number.POSITIVE_INFINITY],
    ['in pieces', 65_536],
  ])('is one outcome with its number, and the next line is read: %s', (_, size) => {
    const bytes = new TextEncoder().encode(before + full + after);
    const reader = createEventReader({ wire: 'codex-exec', raw: true });
    const outcomes = [];
    for (let at = 0; at < bytes.length; at += size) outcomes.push(...reader.push(bytes.subarray(at, at + size)));
    outcomes.push(...reader.end());
    expect(outcomes.map(({ ok, line, offset }) => [ok, line, offset])).toEqual([
      [true, 1, 0],
      [false, 2, before.length],
      [true, 3, before.length + full.length],
    ]);
    expect(outcomes[1]).toMatchObject({ error: { code: 'too-large', message: /more than 1000000 values/ } });
    expect(JSON.stringify(outcomes[1]).length).toBeLessThan(2000);
  });

  it('is so without a newline at its end, and as a document over many lines', () => {
    const reader = createEventReader();
    const torn = [...reader.push(before + full.trimEnd()), ...reader.end()];
    expect(torn.map((outcome) => (outcome.ok ? 'ok' : outcome.error.code))).toEqual(['ok', 'too-large']);
    const document = `{\n${'  "a": [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}],\n'.repeat(MANY / 10)}  "b": 1\n}\n`;
    const whole = [...reader.push(document), ...reader.end()];
    expect(whole.map((outcome) => (outcome.ok ? 'ok' : [outcome.error.code, outcome.line]))).toEqual([
      ['too-large', 1],
    ]);
  });

  it('is not a line of 64 MB that is one text', () => {
    const image = 'iVBORw0KGgo='.repeat(Math.ceil((64 * 1024 * 1024) / 12));
    const line = `{"type":"item.completed","item":{"id":"i","type":"agent_message","text":"${image}"}}\n`;
    const [, outcome] = createEventReader().push(before + line);
    const [event] = outcome?.ok ? outcome.events : [];
    // Its length, because a failure would print it.
    expect(JSON.stringify(event).length).toBeGreaterThan(image.length);
  });

  it('keeps a text of JSON that holds too many as a text', () => {
    const input = JSON.stringify(`[${'{},'.repeat(2 * MANY)}{}]`);
    const call = `{"timestamp":"2026-11-01T00:00:00Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":${input},"call_id":"c"}}\n`;
    const reader = createEventReader({ wire: 'codex-rollout' });
    expect([...reader.push(call), ...reader.end()].every(({ ok }) => ok)).toBe(true);
  });
});
