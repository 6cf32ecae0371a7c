import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const here = fileURLToPath(new URL('./ascii-code.mjs', import.meta.url));
const { inAscii }: { inAscii(code: string): string } = await import(here);

const run = (code: string): unknown => new Function(`return ${code}`)();

it.each([
  "'…'",
  "'\\\\…'",
  "'\\…'",
  '`a–→`',
  "'🧵 x'",
  '[.../[│–→]/g.source === "" ? [] : "a│b→".match(/[│–→]/g)]',
  '"x🧵y".replace(/[🧵…]/gu, "-")',
  '/\\…/.test("…")',
])('code in ASCII does the same: %s', (code) => {
  const written = inAscii(code);
  expect(written).toMatch(/^[\0-\x7f]*$/);
  expect(run(written)).toEqual(run(code));
});
