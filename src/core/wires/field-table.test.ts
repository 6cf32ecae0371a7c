import { describe, expect, it } from 'vitest';
import type { Problem } from '../../errors.ts';
import type { JsonObject } from '../lines/json.ts';
import type { Extra } from '../thread/usage.ts';
import {
  anything,
  count,
  listOf,
  optional,
  optionalCountOrNull,
  optionalId,
  optionalNested,
  text,
} from './field-checks.ts';
import { fieldTable } from './field-table.ts';

interface Part {
  name: string;
  size?: number;
  extra?: Extra;
}

interface Thing {
  id?: string;
  title: string;
  code?: number | null;
  kind?: string;
  part?: Part;
  parts: Part[];
  data?: unknown;
  extra?: Extra;
}

const partTable = fieldTable<Part>((wire) => ({ name: text(wire.name), size: count(wire.size) }));

const thingTable = fieldTable<Thing>((wire) => ({
  id: optionalId(wire.id) ?? optionalId(wire.thing_id),
  title: text(wire.title),
  code: optionalCountOrNull(wire.code),
  kind: optional(wire.kind, (kind) => (typeof kind === 'string' ? kind.toLowerCase() : undefined)),
  part: optionalNested(wire.part, partTable),
  parts: listOf(wire.parts, partTable),
  data: anything(wire.data),
}));

const whole = { id: 'a', title: 'b', code: null, kind: 'x', part: { name: 'p', size: 1 }, parts: [], data: null };

function take(source: JsonObject): { thing: Thing; problems: Problem[] } {
  const problems: Problem[] = [];
  return { thing: thingTable.take(source, problems), problems };
}

describe('a field table', () => {
  it('gives every known field by its name, and nothing else', () => {
    expect(take({ ...whole })).toEqual({ thing: whole, problems: [] });
  });

  it('hands an object on as it is when it is already in the model’s shape', () => {
    const source: JsonObject = { name: 'p', size: 1 };
    expect(partTable.take(source, [])).toBe(source);
  });

  it('keeps unknown fields in extra, at the level where they stood', () => {
    const { thing, problems } = take({ ...whole, news: 1, part: { name: 'p', size: 1, news: 2 } });
    expect(thing.extra).toEqual({ news: 1 });
    expect(thing.part?.extra).toEqual({ news: 2 });
    expect(problems).toEqual([]);
  });

  it('tells a field of another type and keeps its value in extra', () => {
    const { thing, problems } = take({ ...whole, title: ['b'], part: { name: 7, size: 1 } });
    expect(thing).toMatchObject({ title: '', extra: { title: ['b'] }, part: { name: '', extra: { name: 7 } } });
    expect(problems.map((problem) => problem.message)).toEqual([
      'name has the wrong type: number',
      'title has the wrong type: array',
    ]);
  });

  it('takes an alias where the own name is absent, and keeps it in extra where both are there', () => {
    expect(take({ title: 't', parts: [], thing_id: 'x' }).thing).toEqual({ id: 'x', title: 't', parts: [] });
    const both = take({ title: 't', parts: [], id: 'a', thing_id: 'x' });
    expect(both.thing).toEqual({ id: 'a', title: 't', parts: [], extra: { thing_id: 'x' } });
    expect(both.problems).toEqual([]);
  });

  it('takes null in an optional field for no field, and tells it in a required one', () => {
    expect(take({ title: 't', parts: [], kind: null, part: null, code: null })).toEqual({
      thing: { title: 't', parts: [], code: null },
      problems: [],
    });
    expect(take({ title: null, parts: [] })).toMatchObject({
      thing: { title: '', extra: { title: null } },
      problems: [{ code: 'bad-field' }],
    });
  });

  it('takes a blank id for none', () => {
    expect(take({ id: ' ', title: 't', parts: [] }).thing).toEqual({ title: 't', parts: [] });
  });

  it('makes a list whose entries are not all objects a bad field, whole', () => {
    const { thing, problems } = take({ title: 't', parts: [{ name: 'a', size: 1 }, 'b'] });
    expect(thing).toEqual({ title: 't', parts: [], extra: { parts: [{ name: 'a', size: 1 }, 'b'] } });
    expect(problems).toHaveLength(1);
  });

  it('never throws, and never sets a prototype, whatever stands in a field', () => {
    const odd = [
      { toString: 0, valueOf: 0 },
      [[[]]],
      Number.POSITIVE_INFINITY,
      '\u0000',
      true,
      JSON.parse('{"__proto__":{"x":1}}'),
    ];
    for (const key of [...Object.keys(whole), '__proto__', 'constructor', 'toString']) {
      for (const value of odd) {
        const source = JSON.parse(JSON.stringify(whole)) as JsonObject;
        Object.defineProperty(source, key, { value, enumerable: true, configurable: true, writable: true });
        const { thing } = take(source);
        expect(Object.getPrototypeOf(thing)).toBe(Object.prototype);
        const kept = (thing as unknown as JsonObject)[key] === value || Object.hasOwn(thing.extra ?? {}, key);
        expect(kept || key === 'part' || key === 'kind' || key === 'parts' || key === 'id', key).toBe(true);
      }
    }
  });

  it('goes on counting an outer object after a nested one was read twice', () => {
    const { thing, problems } = take({ ...whole, part: { name: [], size: 1, more: 1 }, last: 2 });
    expect(thing.extra).toEqual({ last: 2 });
    expect(thing.part).toEqual({ name: '', size: 1, extra: { more: 1, name: [] } });
    expect(problems).toHaveLength(1);
  });

  it('reads right after a read that threw, also in the middle of a second look', () => {
    const tooDeep = fieldTable<{ name: string; part?: Part }>((wire) => ({
      name: text(wire.name),
      part: optional(wire.part, () => {
        throw new RangeError('nested too deeply');
      }),
    }));
    for (const source of [
      { name: 'x', part: {} },
      { name: 1, more: 2, part: {} },
    ]) {
      expect(() => tooDeep.read(source, [])).toThrow(RangeError);
      expect(() => tooDeep.take(source, [])).toThrow(RangeError);
      expect(take({ ...whole })).toEqual({ thing: whole, problems: [] });
      const { thing, problems } = take({ ...whole, title: 5, last: 2 });
      expect(thing.extra).toEqual({ title: 5, last: 2 });
      expect(problems).toHaveLength(1);
    }
  });
});
