import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../src/machine/sessions/find-files.ts';
import { openKnownFile } from '../../src/machine/sessions/known/known-file.ts';
import { createHandedHome, type HandedHome, SOURCE_ID } from '../hand-over/handed-home.ts';
import { entry, runCli } from './run-cli.ts';

const OTHER_ID = '7f1c2b3a-4d5e-4f60-8a7b-9c0d1e2f3a4b';
/** Runs a command in a terminal of its own. */
const TERMINAL_MAKER = 'script';
const hasTerminal = spawnSync(TERMINAL_MAKER, ['-qec', 'true', '/dev/null']).status === 0;
const steps = fileURLToPath(new URL('./delete-steps.ts', import.meta.url));

interface Held extends HandedHome {
  cli(...args: string[]): ReturnType<typeof runCli>;
  dataEnv: Record<string, string>;
  copy: string;
  subAgent: string;
  todo: string;
  history: string;
}

/** A session of Claude Code with a sub-agent, a plan, prompts in the log, a copy for Codex, a star, in the archive. */
async function createHeld(): Promise<Held> {
  const home = createHandedHome();
  const dataEnv = { ...home.env, THREADLINE_HOME: join(home.root, 'data') };
  const cli = (...args: string[]) => runCli(args, { env: dataEnv });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const line = (fields: object) => `${JSON.stringify(fields)}\n`;
  const subAgent = write(
    join(home.source.replace(/\.jsonl$/, ''), 'subagents/agent-a1b2c3.jsonl'),
    line({
      type: 'user',
      isSidechain: true,
      agentId: 'a1b2c3',
      sessionId: SOURCE_ID,
      uuid: '1',
      parentUuid: null,
      cwd: home.project,
      timestamp: '2026-11-01T10:00:00Z',
      message: { role: 'user', content: 'walrus of the sub-agent' },
    }),
  );
  const todo = write(join(home.homes.claude, 'todos', `${SOURCE_ID}-agent-${SOURCE_ID}.json`), '[]');
  write(join(home.homes.claude, 'todos', `${OTHER_ID}-agent-${OTHER_ID}.json`), '[]');
  const history = write(
    join(home.homes.claude, 'history.jsonl'),
    [SOURCE_ID, OTHER_ID, SOURCE_ID].map((sessionId) => line({ display: 'x', sessionId })).join(''),
  );
  write(home.source.replace(SOURCE_ID, OTHER_ID), readFileSync(home.source, 'utf8').replaceAll(SOURCE_ID, OTHER_ID));
  const { path: copy } = JSON.parse((await cli('handoff', SOURCE_ID, '--to', 'codex', '--json')).stdout);
  const past = new Date(Date.UTC(2026, 0, 1));
  for (const path of [home.source, subAgent, copy, home.source.replace(SOURCE_ID, OTHER_ID)])
    utimesSync(path, past, past);
  await cli('star', SOURCE_ID);
  await cli('archive', 'index');
  return { ...home, cli, dataEnv, copy, subAgent, todo, history };
}

const found = async ({ cli }: Held, words: string) =>
  JSON.parse((await cli('search', words, '--json')).stdout).hits.length;

describe('delete', () => {
  it('lists what there is, asks, and removes all of it but what it says', async () => {
    const held = await createHeld();
    const { cli } = held;
    expect(await found(held, 'walrus')).toBe(1);
    const asked = await cli('delete', SOURCE_ID);
    expect(asked.exitCode).toBe(2);
    expect(asked.stderr).toContain('Say --yes');
    const paths = [held.source, held.subAgent, held.copy, held.todo];
    for (const path of [...paths, join(held.root, 'data/annotations.json'), join(held.root, 'data/archive.db')])
      expect(asked.stdout).toContain(path.replace(held.root, '~'));
    expect(asked.stdout).toContain('~/claude/history.jsonl: 2 lines');
    expect(asked.stdout).not.toContain(OTHER_ID);
    expect(paths.every((path) => existsSync(path))).toBe(true);
    const { exitCode, stdout } = await cli('delete', SOURCE_ID, '--yes', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      agent: 'claude',
      id: SOURCE_ID,
      done: true,
      stays: [{ kind: 'shared', lines: 2 }],
    });
    expect(paths.some((path) => existsSync(path))).toBe(false);
    expect(existsSync(held.source.replace('.jsonl', ''))).toBe(false);
    expect(readFileSync(join(held.root, 'data/annotations.json'), 'utf8')).not.toContain(SOURCE_ID);
    expect(readFileSync(held.history, 'utf8').split('\n')).toHaveLength(4);
    const left = JSON.parse((await cli('sessions', '--all', '--json', '--no-usage')).stdout).sessions;
    expect(left.map(({ id }: { id: string }) => id)).toEqual([OTHER_ID]);
    expect(readdirSync(join(held.homes.claude, 'todos'))).toHaveLength(1);
    for (const name of readdirSync(join(held.root, 'data'))) {
      if (name.startsWith('archive.db'))
        expect(readFileSync(join(held.root, 'data', name)).includes('walrus')).toBe(false);
    }
    expect((await cli('delete', SOURCE_ID, '--yes')).exitCode).toBe(4);
  });

  it('names the cache of lists where it knows the session, and leaves nothing of it there', async () => {
    const held = await createHeld();
    const cache = join(held.root, 'cache');
    mkdirSync(cache, { mode: 0o700 });
    const row = { stamp: '', text: 'walrus of the cache', sum: 0 };
    const files = findFiles({ homes: [held.homes.claude] }).filter(({ path }) => path === held.source);
    expect(files).toHaveLength(1);
    const rows = files.map((file) => ({ sort: 'facts' as const, file, row, facts: {} }));
    openKnownFile(cache).write({ rows, gone: [] });
    const cli = (...args: string[]) => runCli(args, { env: { ...held.dataEnv, THREADLINE_CACHE: cache } });
    expect((await cli('delete', SOURCE_ID)).stdout).toContain('cache/sessions.db');
    expect((await cli('delete', SOURCE_ID, '--yes')).exitCode).toBe(0);
    const kept = readdirSync(cache).filter((name) => name.startsWith('sessions.db'));
    for (const name of kept) expect(readFileSync(join(cache, name), 'latin1')).not.toContain(SOURCE_ID);
    for (const name of kept) expect(readFileSync(join(cache, name), 'latin1')).not.toContain('walrus');
  });

  it('leaves the agent’s file, and never only the archive’s copy, when it is killed between any two steps', async () => {
    const held = await createHeld();
    const kept = join(held.root, 'kept');
    for (const name of ['claude', 'codex', 'data'])
      cpSync(join(held.root, name), join(kept, name), { recursive: true, preserveTimestamps: true });
    let count = 2;
    for (let done = 0; done < count; done += 1) {
      for (const name of ['claude', 'codex', 'data'])
        cpSync(join(kept, name), join(held.root, name), { recursive: true, preserveTimestamps: true });
      const child = spawnSync(process.execPath, [steps, SOURCE_ID, String(done)], {
        env: { ...held.dataEnv, NODE_NO_WARNINGS: '1' },
        encoding: 'utf8',
      });
      expect([child.signal, child.stderr]).toEqual(['SIGKILL', '']);
      count = Number(child.stdout);
      expect(existsSync(held.source)).toBe(true);
    }
    expect(count).toBeGreaterThan(5);
    // It is found again by its file, the archive does not take it in, and the rest goes.
    expect((await held.cli('archive', 'index')).exitCode).toBe(0);
    expect(await found(held, 'walrus')).toBe(0);
    expect((await held.cli('delete', SOURCE_ID, '--yes')).exitCode).toBe(0);
    expect(existsSync(held.source)).toBe(false);
  }, 120_000);

  it('is remembered: no index, copy or backup brings the session back', async () => {
    const held = await createHeld();
    const backup = join(held.root, 'backup');
    for (const name of ['claude', 'codex', 'data/archive.db'])
      cpSync(join(held.root, name), join(backup, name), { recursive: true, preserveTimestamps: true });
    expect((await held.cli('delete', SOURCE_ID, '--yes')).exitCode).toBe(0);
    // The copy alone, as from another machine.
    cpSync(join(backup, 'codex'), held.homes.codex, { recursive: true });
    expect(await found(held, '"Prompt 1"')).toBe(1);
    // The files of the agent, in another home; then an archive from before.
    expect((await held.cli('archive', 'index', '--home', join(backup, 'claude'))).exitCode).toBe(0);
    expect(await found(held, 'walrus')).toBe(0);
    cpSync(join(backup, 'data/archive.db'), join(held.root, 'data/archive.db'));
    await held.cli('archive', 'index');
    expect(await found(held, '"Prompt 1"')).toBe(1);
  });

  it('refuses a session that is being written to, and one that is none', async () => {
    const held = await createHeld();
    appendFileSync(
      held.source,
      `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'go on' }, uuid: 'x', parentUuid: null, sessionId: SOURCE_ID, cwd: held.project, timestamp: new Date().toISOString() })}\n`,
    );
    const refused = await held.cli('delete', SOURCE_ID, '--yes');
    expect(refused).toMatchObject({ exitCode: 4, stdout: '' });
    expect(refused.stderr).toContain('is being written to');
    expect(existsSync(held.source)).toBe(true);
    for (const wanted of ['\x1b[31mnone', 'x'.repeat(100_000), '../../etc/passwd', '-']) {
      const none = await held.cli('delete', '--yes', '--', wanted);
      expect([none.exitCode, none.stdout]).toEqual([4, '']);
      expect(none.stderr).not.toContain('\x1b');
    }
    expect((await held.cli('delete')).exitCode).toBe(2);
    expect((await held.cli('delete', '-x')).exitCode).toBe(2);
  });

  it.skipIf(!hasTerminal)('takes a y at a terminal for a yes, and anything else for a no', async () => {
    const held = await createHeld();
    const answer = (text: string) => {
      const command = [process.execPath, entry, 'delete', SOURCE_ID].map((word) => `'${word}'`).join(' ');
      const env = { ...held.dataEnv, PATH: process.env.PATH, TERM: 'xterm', SHELL: '/bin/sh', NODE_NO_WARNINGS: '1' };
      return spawnSync(TERMINAL_MAKER, ['-qec', command, '/dev/null'], { env, input: text, encoding: 'utf8' }).status;
    };
    expect(answer('n\r')).toBe(2);
    expect(existsSync(held.source)).toBe(true);
    expect(answer('y\r')).toBe(0);
    expect(existsSync(held.source)).toBe(false);
  });

  it('follows no link out of the home', async () => {
    const held = await createHeld();
    const outside = join(held.root, 'outside');
    mkdirSync(join(outside, SOURCE_ID), { recursive: true });
    writeFileSync(join(outside, SOURCE_ID, 'precious'), '');
    symlinkSync(outside, join(held.homes.claude, 'tasks'));
    symlinkSync(join(outside, SOURCE_ID), join(held.homes.claude, 'todos', `${SOURCE_ID}.link`));
    expect((await held.cli('delete', SOURCE_ID, '--yes')).exitCode).toBe(0);
    expect(readdirSync(join(outside, SOURCE_ID))).toEqual(['precious']);
    expect(readdirSync(join(held.homes.claude, 'todos'))).toHaveLength(1);
  });
});
