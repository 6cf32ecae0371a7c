import { AnyThreadEventSchema, ThreadItemSchema } from 'threadline/schema';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { faultIn } from '../../src/core/wires/threadline/trusted.ts';

interface Schema {
  type?: string;
  const?: unknown;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** A value that is not of the type. Undefined where the model takes any. */
const WRONG: Record<string, unknown> = { string: 5, number: 'x', integer: 'x', boolean: 'x', array: 'x', object: 'x' };

/** Every field of every kind of event and item that has one type: its owner's kind, its name, a value of another type. */
function fields(root: Schema): [string, string, unknown][] {
  const found: [string, string, unknown][] = [];
  function visit(schema: Schema | undefined): void {
    if (!schema) return;
    const { $ref, properties, anyOf = [], oneOf = [], allOf = [] } = schema;
    if ($ref) visit(root.$defs?.[$ref.split('/').at(-1) ?? '']);
    for (const inner of [...anyOf, ...oneOf, ...allOf]) visit(inner);
    const kind = properties?.type?.const;
    if (!properties || typeof kind !== 'string') return;
    for (const [name, { type }] of Object.entries(properties)) {
      if (name !== 'type' && name !== 'item' && type !== undefined) found.push([kind, name, WRONG[type]]);
    }
  }
  visit(root);
  return found;
}

const asSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema;
const known = [...fields(asSchema(AnyThreadEventSchema)), ...fields(asSchema(ThreadItemSchema))];

it('every field of the model is looked at when events are read back', () => {
  expect(known.length).toBeGreaterThan(100);
  const unseen = known.filter(([type, name, wrong]) => faultIn({ type, [name]: wrong }, new Map()) !== name);
  expect(unseen.map(([type, name]) => `${type}.${name}`)).toEqual([]);
});
