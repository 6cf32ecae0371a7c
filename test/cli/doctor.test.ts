import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillHome, writeSession } from './codex-home.ts';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const home = join(folder.path, 'home');
fillHome(home, ['0.166.0/s2-shell', '0.155.0/s8-resume-1-id']);
const SECRET = 'sk-very-secret';
const record = (payload: object) => JSON.stringify({ timestamp: '2026-11-15T07:00:00Z', type: 'event_msg', payload });
writeSession(
  home,
  'sessions/rollout-2026-11-15T07-00-00-01a1de06-ab42-79f0-9c2d-000000000001.jsonl',
  [
    JSON.stringify({
      timestamp: '2026-11-15T07:00:00Z',
      type: 'session_meta',
      payload: { id: '01a1de06-ab42-79f0-9c2d-000000000001', cli_version: '0.170.0', cwd: `/home/${SECRET}` },
    }),
    record({ type: 'user_message', message: SECRET, [`/home/${SECRET}/a.txt`]: 1, new_field: 2 }),
    record({ type: 'brand_new', text: SECRET }),
    `{"torn": "${SECRET}`,
  ].join('\n'),
  9,
);
const program = folder.write('codex-fake', '#!/bin/sh\necho "codex-cli 9.8.7"\n');
chmodSync(program, 0o755);
const env = { CODEX_CLI_PATH: program, HOME: folder.path };

describe('doctor', () => {
  it('finds agents, homes, and what is broken or unknown, by version', async () => {
    const { stdout, exitCode, stderr } = await runCli(['doctor', '--home', home], { env });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^Codex +9\.8\.7 +~\/codex-fake$/m);
    expect(stdout).toMatch(/^~\/home +codex +3 /m);
    expect(stdout).toMatch(/^codex +0\.170\.0 +1 +4 +1 +1$/m);
    expect(stdout).toContain('codex 0.170.0: truncated-tail, 1 time');
    expect(stdout).toContain('codex 0.170.0: unknown event event_msg.brand_new, 1 time');
    expect(stdout).toContain('read 3 of 3 files');
  });

  it('names the whole command that installs an agent, also on a narrow screen', async () => {
    const narrow = await runCli(['doctor', '--home', home], { env: { ...env, COLUMNS: '80' } });
    expect(narrow.stdout).toMatch(/^Claude Code +- +not found: npm install -g @anthropic-ai\/claude-code$/m);
    expect(narrow.stdout).toMatch(/^Goose +- +not found: https:\/\/github\.com\/block\/goose$/m);
    expect((await runCli(['doctor', '--home', home], { env })).stdout).toContain('(or set CLAUDE_CLI_PATH).');
  });

  it('tells the size of sessions that stand in a database', async () => {
    const places = join(folder.path, 'opencode');
    mkdirSync(places);
    cpSync(
      new URL('../fixtures/opencode/1.18.33/s11-task/session/opencode.db', import.meta.url),
      join(places, 'opencode.db'),
    );
    const { stdout } = await runCli(['doctor', '--home', places, '--json'], { env });
    const home = JSON.parse(stdout).homes.find(({ agent }: { agent: string }) => agent === 'opencode');
    expect(home.bytes).toBeGreaterThan(1000);
  });

  it('writes a report that holds nothing that anybody wrote', async () => {
    const { stdout } = await runCli(['doctor', '--home', home, '--json'], { env });
    expect(stdout).not.toContain(SECRET);
    expect(stdout).not.toContain('01a1de06');
    expect(stdout).not.toContain(folder.path);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      agents: expect.arrayContaining([{ name: 'codex', program: '~/codex-fake', version: '9.8.7' }]),
      archive: { state: 'absent', set_aside: [] },
      looked_at: { files: 3, of: 3, too_large: 0 },
    });
    const broken = report.versions.find(({ version }: { version: string }) => version === '0.170.0');
    expect(broken).toMatchObject({ problems: { 'truncated-tail': 1 }, unknown_events: { 'event_msg.brand_new': 1 } });
    expect(Object.keys(broken.extra_fields)).toContain('(other)');
  });

  it('says how the archive is, without a word of what it holds', async () => {
    const own = { ...env, THREADLINE_HOME: join(folder.path, 'data') };
    const kept = writeSession(
      home,
      'sessions/rollout-2026-11-15T08-00-00-01a1de06-ab42-79f0-9c2d-000000000002.jsonl',
      JSON.stringify({ type: 'session_meta', payload: { id: '01a1de06-ab42-79f0-9c2d-000000000002', cwd: SECRET } }),
      9,
    );
    await runCli(['archive', 'index', '--home', home], { env: own });
    rmSync(kept);
    await runCli(['archive', 'index', '--home', home], { env: own });
    const text = await runCli(['doctor', '--home', home], { env: own });
    expect(text.stdout).toMatch(/^archive\nfolder {4}~\/data\nsize .*\nsessions {2}4, 1 of which only here\n/m);
    expect(text.stdout).toMatch(/^files {5}1 gone, 3 live$/m);
    const { stdout } = await runCli(['doctor', '--home', home, '--json'], { env: own });
    expect(stdout).not.toContain(SECRET);
    expect(stdout).not.toContain(folder.path);
    expect(JSON.parse(stdout).archive).toMatchObject({
      state: 'present',
      folder: '~/data',
      bytes: expect.any(Number),
      sessions: 4,
      gone: 1,
      sources: { gone: 1, live: 3 },
      problems: expect.any(Number),
      fresh_at: expect.stringMatching(/^20/),
      keep_deleted: 'forever',
      excluded: 0,
      set_aside: [],
    });
  });

  it('says of an archive that is damaged that it cannot be used, and leaves it as it is', async () => {
    const own = { ...env, THREADLINE_HOME: join(folder.path, 'damaged') };
    mkdirSync(own.THREADLINE_HOME);
    const database = folder.write('damaged/archive.db', 'no database at all'.repeat(100));
    folder.write('damaged/archive.bad-1700000000000.db', '');
    const { stdout, exitCode } = await runCli(['doctor', '--home', home, '--json'], { env: own });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).archive).toEqual({
      state: 'unusable',
      folder: '~/damaged',
      code: 'damaged',
      set_aside: ['archive.bad-1700000000000.db'],
    });
    const text = await runCli(['doctor', '--home', home], { env: own });
    expect(text.stdout).toMatch(/^archive {2}~\/damaged cannot be used: /m);
    expect(text.stdout).toMatch(/^set aside ~\/damaged\/archive\.bad-1700000000000\.db$/m);
    expect(readFileSync(database, 'utf8')).toBe('no database at all'.repeat(100));
  });

  it('reads no more of each version than asked for, and takes no argument', async () => {
    const { stdout } = await runCli(['doctor', '--home', home, '--json', '-n', '1'], { env });
    expect(JSON.parse(stdout).versions.every(({ files }: { files: number }) => files === 1)).toBe(true);
    expect(await runCli(['doctor', 'now'], { env })).toMatchObject({ exitCode: 2 });
  });
});
