import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { checkPrograms } from '../types/run-tsc.ts';
import { createMachine } from './run-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const machine = createMachine();
afterAll(() => machine.remove());

/** The programs of a document, by the line on which they begin. */
function examplesOf(document: string): { line: number; code: string }[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
    .map((match) => ({ line: text.slice(0, match.index).split('\n').length, code: match[1] ?? '' }))
    .filter(({ code }) => /^import /m.test(code));
}

/** All that hold programs. A block that imports nothing is a part of one, or shows a shape. */
const DOCUMENTS = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith('.md') && examplesOf(path).length > 0,
);

/** `requirements.test.ts` runs those of its page, and knows what they print. */
const PLAIN = DOCUMENTS.filter((path) => path !== 'docs/requirements.md');

describe.each(PLAIN)('the programs of %s', (document) => {
  it.each(examplesOf(document))('that of line $line runs', async ({ line, code }) => {
    const { stdout, stderr, exitCode } = await machine.run(`${document.replace('/', '-')}-${line}`, code);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(stdout).not.toBe('');
    expect(stdout).not.toContain('undefined');
  });
});

it('the programs of the documents and the examples compile where optional properties are exact', async () => {
  const programs: Record<string, string> = {};
  for (const document of DOCUMENTS) {
    for (const { line, code } of examplesOf(document)) programs[`${document.replace('/', '-')}-${line}.ts`] = code;
  }
  for (const name of readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.ts'))) {
    programs[`example-${name}`] = readFileSync(join(root, 'examples', name), 'utf8');
  }
  expect(await checkPrograms(programs, { exactOptionalPropertyTypes: true })).toBe('');
});
