import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const codex = fileURLToPath(new URL('../fakes/codex-recording.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'threadline-docs-'));
const home = join(folder, 'home');
const session = fileURLToPath(new URL('../fixtures/codex/0.98.0/s2-shell/rollout.jsonl', import.meta.url));

// Some examples go on with the last session.
beforeAll(() => {
  mkdirSync(join(home, 'sessions'), { recursive: true });
  copyFileSync(session, join(home, 'sessions/rollout-2026-01-01T00-00-00.jsonl'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The examples of a document, by the line on which they begin. */
function examplesOf(document: string): { line: number; code: string }[] {
  const text = readFileSync(join(root, 'docs', document), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    code: match[1] ?? '',
  }));
}

/** Runs an example on the sources, in a folder of its own, with a stand-in for Codex. */
async function runExample(name: string, code: string): Promise<{ stdout: string; stderr: string; exitCode: unknown }> {
  const program = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents: code, resolveDir: root, sourcefile: `${name}.ts`, loader: 'ts' },
    tsconfig: join(root, 'tsconfig.json'),
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const env = { ...process.env, CODEX_CLI_PATH: codex, CODEX_HOME: home };
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ stdout, stderr, exitCode: error?.code ?? 0 }),
    );
  });
}

describe.each(['running.md', 'from-codex-sdk.md'])('the examples of docs/%s', (document) => {
  it.each(examplesOf(document))('that of line $line runs', async ({ line, code }) => {
    const { stdout, stderr, exitCode } = await runExample(`${document}-${line}`, code);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(stdout).not.toBe('');
  });
});
