import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** What stands for each agent: it prints a recording of the real one. */
const standIn = (name: string) => fileURLToPath(new URL(`../fakes/${name}-recording.mjs`, import.meta.url));
const printed = fileURLToPath(new URL('../fixtures/codex/0.98.0/s2-shell/stdout.jsonl', import.meta.url));
const session = fileURLToPath(new URL('../fixtures/codex/0.98.0/s2-shell/rollout.jsonl', import.meta.url));

interface Ended {
  stdout: string;
  stderr: string;
  exitCode: unknown;
}

/** Where the sources of each subpath stand. */
const SUBPATHS = {
  index: 'src/index.ts',
  ai: 'src/core/ai/index.ts',
  archive: 'src/fleet/index.ts',
  chat: 'src/doors/chat/index.ts',
  reader: 'src/core/reader/index.ts',
  redact: 'src/core/redact/index.ts',
  lazy: 'src/core/lazy/index.ts',
  run: 'src/machine/run/index.ts',
  schema: 'src/core/schema/index.ts',
  sessions: 'src/machine/sessions/index.ts',
  live: 'src/machine/live/index.ts',
  usage: 'src/machine/usage/index.ts',
  writers: 'src/core/writers/index.ts',
};

/** A machine for the programs that documents show: a home with one session, a project, and stand-ins for the agents. */
export function createMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-docs-'));
  const home = join(folder, 'home');
  mkdirSync(join(home, 'sessions'), { recursive: true });
  mkdirSync(join(folder, 'project'));
  // An agent without a home is not handed anything.
  mkdirSync(join(home, '.claude'));
  copyFileSync(session, join(home, 'sessions/rollout-2026-01-01T00-00-00.jsonl'));
  copyFileSync(session, join(folder, 'rollout.jsonl'));
  const env = {
    ...process.env,
    // Nobody's own sessions and archive.
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    CODEX_CLI_PATH: standIn('codex'),
    CLAUDE_CLI_PATH: standIn('claude'),
    GEMINI_CLI_PATH: standIn('gemini'),
    OPENCODE_PATH: standIn('opencode'),
    KILO_PATH: standIn('opencode'),
    COPILOT_CLI_PATH: standIn('copilot'),
    QWEN_CLI_PATH: standIn('qwen'),
    PI_CLI_PATH: standIn('pi'),
    KIMI_CLI_PATH: standIn('kimi'),
    CODEX_HOME: home,
    CODEX_API_KEY: 'key',
  };
  let installed: Promise<void> | undefined;

  return {
    remove: () => rmSync(folder, { recursive: true, force: true }),

    /** Runs a program on the sources. It reads what Codex printed. */
    async run(name: string, code: string): Promise<Ended> {
      installed ??= install(folder);
      await installed;
      const program = join(folder, `${name}.ts`);
      writeFileSync(program, code);
      return new Promise((resolve) => {
        const child = execFile(process.execPath, [program], { cwd: folder, env }, (error, stdout, stderr) =>
          resolve({ stdout, stderr, exitCode: error?.code ?? 0 }),
        );
        child.stdin?.on('error', () => {});
        child.stdin?.end(readFileSync(printed));
      });
    },
  };
}

/** The sources as a package, made once for all programs, beside all packages that are installed here. */
async function install(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules/threadline');
  mkdirSync(installed, { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const subpaths = Object.keys(SUBPATHS).map((name) => [name === 'index' ? '.' : `./${name}`, `./${name}.js`]);
  const manifest = { name: 'threadline', type: 'module', exports: Object.fromEntries(subpaths) };
  writeFileSync(join(installed, 'package.json'), JSON.stringify(manifest));
  await build({
    entryPoints: SUBPATHS,
    absWorkingDir: root,
    outdir: installed,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
}
