import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as schema from 'threadline/schema';
import { describe, expect, it } from 'vitest';
import { readPublicNames } from '../../scripts/reference/public-names.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/schema.md', import.meta.url)), 'utf8');
const named = new Set([...page.matchAll(/`(\w+)(?:\(\w*\))?`/g)].map(([, name]) => name));

describe('schema.md', () => {
  it('tells of every name of threadline/schema', () => {
    const names = readPublicNames().filter(({ specifier }) => specifier === 'threadline/schema');
    expect(names.length).toBeGreaterThan(40);
    expect(names.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  });

  it('has each kind of event and item beside its schema', () => {
    const kindsOf = (options: readonly { shape: { type: { value: string } } }[]) =>
      options.map(({ shape }) => shape.type.value);
    const kinds = [...kindsOf(schema.ThreadEventSchema.options), ...kindsOf(schema.ThreadItemSchema.options)];
    const rows = [...page.matchAll(/^\| `([\w.]+)` \| `(\w+)Schema`/gm)].map(([, kind]) => kind);
    expect(rows.toSorted()).toEqual(kinds.toSorted());
  });
});
