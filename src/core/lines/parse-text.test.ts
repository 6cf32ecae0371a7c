import { describe, expect, it } from 'vitest';
import { parseText } from './parse-text.ts';

describe('the text of a line', () => {
  it('is one record when it is one object', () => {
    expect(parseText(' {"a":1} ')).toEqual({ records: [{ a: 1 }] });
  });

  it.each([
    ['null', 'null'],
    ['1', 'a number'],
    ['"x"', 'a string'],
    ['true', 'a boolean'],
  ])('is a problem when it is %s', (text, what) => {
    expect(parseText(text)).toEqual({
      records: [],
      problem: { code: 'not-an-object', message: `expected an object, found ${what}`, raw: text },
    });
  });

  it('is a problem when it is a list, which may still be a whole thread', () => {
    expect(parseText('[1]')).toEqual({
      records: [],
      list: [1],
      problem: { code: 'not-an-object', message: 'expected an object, found an array', raw: '[1]' },
    });
  });

  it('is a problem when it is no JSON, and the message does not repeat it', () => {
    const secret = `this is no json ${'secret '.repeat(50)}`;
    const { records, problem } = parseText(secret);
    expect(records).toEqual([]);
    expect(problem).toMatchObject({ code: 'invalid-json', raw: secret });
    expect(problem?.message).not.toContain('secret');
  });

  it('gives every record of several that are glued together, and tells so', () => {
    const { records, problem } = parseText('{"a":"}{"} {"b":[2]}');
    expect(records).toEqual([{ a: '}{' }, { b: [2] }]);
    expect(problem?.code).toBe('glued-records');
  });

  it('finds the whole session record that stands behind a torn one', () => {
    const whole = { timestamp: '2026-01-01T00:00:00Z', type: 'event_msg', payload: { type: 'x' } };
    const { records, problem } = parseText(`{"timestamp":"2025","type":"response_it${JSON.stringify(whole)}`);
    expect(records).toEqual([whole]);
    expect(problem?.code).toBe('glued-records');
  });

  it('finds the last record of a stream behind plain text', () => {
    for (const whole of [
      { type: 'error', error: 'Headless run interrupted' },
      { type: 'complete', total_tokens: 0 },
    ]) {
      const { records, problem } = parseText(`Yes — what would you like me to do?${JSON.stringify(whole)}`);
      expect(records).toEqual([whole]);
      expect(problem?.code).toBe('glued-records');
    }
  });

  it('never takes a part of a torn record for a record', () => {
    for (const torn of ['{"type":"item.completed","item":{"type":"agent_message"}', '{"a":{"b":1}', '{"a":[{"b":1}']) {
      expect(parseText(torn)).toMatchObject({ records: [], problem: { code: 'invalid-json' } });
    }
  });

  it('passes over NUL bytes before a record and tells so', () => {
    expect(parseText('\0\0{"a":1}')).toMatchObject({ records: [{ a: 1 }], problem: { code: 'invalid-json' } });
    expect(parseText('\0\0')).toMatchObject({ records: [], problem: { code: 'invalid-json' } });
  });

  it('keeps __proto__ as data', () => {
    const { records } = parseText('{"__proto__":{"polluted":1}}');
    expect(Object.keys(records[0] ?? {})).toEqual(['__proto__']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
