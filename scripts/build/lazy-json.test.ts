import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const here = fileURLToPath(new URL('./lazy-json.mjs', import.meta.url));
const { lazyTable }: { lazyTable(json: string): string } = await import(here);

it('a file of JSON whose lists are read later holds the same, and each list once', async () => {
  const table = { date: '2026-01-01', 'a b': { c: 1 }, models: [{ id: '"\\\n', prices: [0.1] }], none: [] };
  const code = lazyTable(JSON.stringify(table));
  const { default: read } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(read).toEqual(table);
  expect(Object.keys(read)).toEqual(Object.keys(table));
  expect(read.models).toBe(read.models);
});
