import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const module = new URL('./output.ts', import.meta.url).href;
/** Pieces that fit into an empty pipe, one that does not, and a short one after it. */
const sizes = [3000, 1000, 90, 10, 200_000, 5];
const program = `
  import { openOutput } from ${JSON.stringify(module)};
  const output = openOutput();
  for (const [index, size] of ${JSON.stringify(sizes)}.entries()) {
    output.append(String(index).repeat(size));
    await output.flush();
  }
`;
const whole = sizes.map((size, index) => String(index).repeat(size)).join('');

it.each(['a pipe', 'a pipe with a slow reader', 'a file'])('output comes whole and in order through %s', (way) => {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-output-'));
  try {
    const path = join(folder, 'written');
    const slow = way.endsWith('reader') ? '(sleep 0.5; cat)' : 'cat';
    const line = way === 'a file' ? '"$@" > "$0"' : `"$@" | ${slow} > "$0"`;
    const call = ['-c', line, path, process.execPath, '--input-type=module', '--eval', program];
    expect(spawnSync('bash', call, { encoding: 'utf8' }).status).toBe(0);
    expect(readFileSync(path, 'utf8') === whole).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
