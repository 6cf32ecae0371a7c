import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPrograms } from '../types/run-tsc.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** What stands for each agent: it prints a recording of the real one. */
const standIn = (name: string) => fileURLToPath(new URL(`../fakes/${name}-recording.mjs`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'threadline-docs-'));
const home = join(folder, 'home');
const printed = fileURLToPath(new URL('../fixtures/codex/0.98.0/s2-shell/stdout.jsonl', import.meta.url));
const session = fileURLToPath(new URL('../fixtures/codex/0.98.0/s2-shell/rollout.jsonl', import.meta.url));

// Some programs go on with the last session, some work in a project.
beforeAll(() => {
  mkdirSync(join(home, 'sessions'), { recursive: true });
  mkdirSync(join(folder, 'project'));
  copyFileSync(session, join(home, 'sessions/rollout-2026-01-01T00-00-00.jsonl'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The programs of a document, by the line on which they begin. */
function examplesOf(document: string): { line: number; code: string }[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
    .map((match) => ({ line: text.slice(0, match.index).split('\n').length, code: match[1] ?? '' }))
    .filter(({ code }) => /^import /m.test(code));
}

/** Runs an example on the sources, in a folder of its own, with stand-ins for the agents. */
async function runExample(name: string, code: string): Promise<{ stdout: string; stderr: string; exitCode: unknown }> {
  const program = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents: code, resolveDir: root, sourcefile: `${name}.ts`, loader: 'ts' },
    tsconfig: join(root, 'tsconfig.json'),
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Packages of CommonJS, which the AI SDK brings, call `require`.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  });
  const env = {
    ...process.env,
    CODEX_CLI_PATH: standIn('codex'),
    CLAUDE_CLI_PATH: standIn('claude'),
    GEMINI_CLI_PATH: standIn('gemini'),
    CODEX_HOME: home,
    CODEX_API_KEY: 'key',
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ stdout, stderr, exitCode: error?.code ?? 0 }),
    );
    // For those that read what an agent prints.
    child.stdin?.on('error', () => {});
    child.stdin?.end(readFileSync(printed));
  });
}

/** All that hold programs. A block that imports nothing is a part of one, or shows a shape. */
const DOCUMENTS = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith('.md') && examplesOf(path).length > 0,
);

describe.each(DOCUMENTS)('the programs of %s', (document) => {
  it.each(examplesOf(document))('that of line $line runs', async ({ line, code }) => {
    const { stdout, stderr, exitCode } = await runExample(`${document.replace('/', '-')}-${line}`, code);
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
  for (const name of readdirSync(join(root, 'examples'))) {
    programs[`example-${name}`] = readFileSync(join(root, 'examples', name), 'utf8');
  }
  expect(await checkPrograms(programs, { exactOptionalPropertyTypes: true })).toBe('');
});
