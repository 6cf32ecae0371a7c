import { spawnSync } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const session = file('test/fixtures/codex/0.166.0/s2-shell/rollout.jsonl');
const [claudeSession = ''] = globSync('test/fixtures/claude/*/*/session/**/*.jsonl', { cwd: file('') }).map(file);
const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The files of the program of which a file holds compiled code. */
function partsIn(path: string): string[] {
  const bytes = readFileSync(path);
  const rows: [string, number, number][] = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(0)));
  return rows.map(([part]) => part);
}

/** A home with one session, and what the built program says and keeps there. */
function place() {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-kept-'));
  made.push(folder);
  const codex = join(folder, 'codex');
  const target = join(
    codex,
    'sessions/2026/11/15/rollout-2026-11-15T07-05-00-01a1de06-ab42-79f0-9c2d-b8851174e06f.jsonl',
  );
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, readFileSync(session));
  const code = join(folder, 'cache/code');
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    CODEX_HOME: codex,
    THREADLINE_CACHE: join(folder, 'cache'),
    THREADLINE_HOME: join(folder, 'data'),
    TZ: 'UTC',
  };
  /** `blocks`: of 1 kB, that a file of the process may have. */
  function run(args: readonly string[], more: Record<string, string> = {}, blocks = 'unlimited') {
    const call = [
      '-c',
      `ulimit -f ${blocks} && exec "$@"`,
      'bash',
      process.execPath,
      file('bin/threadline.js'),
      ...args,
    ];
    const { status, stdout, stderr } = spawnSync('bash', call, {
      env: { ...env, ...more },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }
  const names = () => readdirSync(code).filter((name) => !name.startsWith('v'));
  return { code, run, names };
}

const calls = {
  check: ['check', session],
  show: ['show', session],
  sessions: ['sessions', '--json'],
  // It tunes the engine, and compiled code counts only for the flags of its engine.
  usage: ['usage', '--csv'],
};

describe('the compiled code of a command', () => {
  it.each(Object.entries(calls))('is kept by the first %s, and taken as it is by the next', (name, call) => {
    const { code, run, names } = place();
    const without = run(call, { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(without.status).toBe(0);
    expect(run(call)).toEqual(without);
    const [kept = '', ...others] = names();
    expect([kept.startsWith(`${name}-`), others]).toEqual([true, []]);
    const before = statSync(join(code, kept), { bigint: true });
    expect(run(call)).toEqual(without);
    const after = statSync(join(code, kept), { bigint: true });
    expect([after.mtimeNs, after.ino, after.mode & 0o777n]).toEqual([before.mtimeNs, before.ino, 0o600n]);
  });

  const damages: Record<string, (path: string) => void> = {
    'has other bits': (path) => {
      const bytes = readFileSync(path);
      for (let at = 5000; at < bytes.length; at += 1000) bytes[at] = (bytes[at] ?? 0) ^ 255;
      writeFileSync(path, bytes);
    },
    'has zeros where it was not written': (path) => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0, Math.floor(bytes.length / 2)));
    },
    'names lengths that are not its own': (path) => {
      const bytes = readFileSync(path);
      bytes.writeUInt32LE(bytes.readUInt32LE(4) - 8, 4);
      writeFileSync(path, bytes);
    },
    'is cut': (path) => truncateSync(path, 100_000),
    'is empty': (path) => truncateSync(path, 0),
    'is a folder': (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  };

  it.each(Object.entries(damages))('changes nothing where its file %s', (_, damage) => {
    const { code, run, names } = place();
    const first = run(calls.check);
    const [kept = ''] = names();
    damage(join(code, kept));
    expect(run(calls.check)).toEqual(first);
    expect(run(calls.check)).toEqual(first);
    // What was being written is not left behind.
    expect(names()).toEqual([kept]);
  });

  it('loads what is no part of the program without a warning of Node', () => {
    const { run } = place();
    const { status, stdout, stderr } = run(['search', '--regex', 'fi.es']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('files')]);
    expect(stderr).not.toMatch(/Warning/);
  });

  it('grows by the readers of an agent when the first of its lines is read', () => {
    const { code, run, names } = place();
    function partsAfter(path: string): string[] {
      expect(run(['check', path]).status).toBe(0);
      return names().flatMap((name) => partsIn(join(code, name)));
    }
    const ofCodex = partsAfter(session);
    expect(partsAfter(file('test/fixtures/codex/0.166.0/s1-hello/rollout.jsonl'))).toEqual(ofCodex);
    const ofBoth = partsAfter(claudeSession);
    expect(ofBoth.slice(0, ofCodex.length)).toEqual(ofCodex);
    expect(ofBoth.length).toBeGreaterThan(ofCodex.length);
  });

  it.each(['check', 'show'] as const)('is taken, and short output written, without zlib and streams: %s', (name) => {
    const { code, run } = place();
    const list = join(code, '../modules.txt');
    const preload = join(code, '../preload.cjs');
    run(calls[name]);
    const note = `require('node:fs').writeFileSync(${JSON.stringify(list)}, process.moduleLoadList.join())`;
    writeFileSync(preload, `process.on('exit', () => ${note});`);
    expect(run(calls[name], { NODE_OPTIONS: `--require ${preload}` }).status).toBe(0);
    const loaded = readFileSync(list, 'utf8').split(',');
    expect(loaded).toContain('NativeModule vm');
    expect(loaded.filter((module) => /NativeModule (zlib|stream|net|tty|crypto)$/.test(module))).toEqual([]);
  });

  it('is not kept of a bad call', () => {
    const { run, names } = place();
    expect(run(['check', '--nothing']).status).toBe(2);
    expect(names()).toEqual([]);
  });

  it.each(['0', '40'])('changes nothing on a disk that takes no more: files end after %s kB', (blocks) => {
    const { run, names } = place();
    const first = run(calls.check, { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(run(calls.check, {}, blocks)).toEqual(first);
    expect(names()).toEqual([]);
  });
});
