import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openLive } from 'threadline/live';
import { describe, expect, it, onTestFinished } from 'vitest';
import { claimSession, noteWritten } from '../../src/machine/live/claim-session.ts';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { runCli, startCli } from '../cli/run-cli.ts';
import { createPlace, until } from './fake-session.ts';

const OLD = new Date(Date.now() - 3_600_000);

/** A home with one session of an hour ago, a program that says it is the agent, and our own data. */
function createHome() {
  const { root } = createPlace();
  const home = madeHome(join(root, 'codex-home'));
  const project = join(root, 'project');
  const bin = join(root, 'bin');
  mkdirSync(project);
  mkdirSync(bin);
  // It stays until a file is there, as a terminal stays until it is left.
  writeFileSync(
    join(bin, 'codex'),
    `#!/bin/sh\necho "started: $@"\ntouch '${root}/started'\nwhile [ -f '${root}/stay' ]; do sleep 0.05; done\nexit 0\n`,
  );
  chmodSync(join(bin, 'codex'), 0o755);
  const turn = codexTurn(1, { ask: 'the walrus', result: 'out', answer: 'done' });
  home.write(1, codexHead(codexId(1), { cwd: project }) + turn.replaceAll('/project', project));
  const file = join(
    home.path,
    readdirSync(home.path, { recursive: true })
      .map(String)
      .find((name) => name.endsWith('.jsonl')) ?? '',
  );
  utimesSync(file, OLD, OLD);
  const data = join(root, 'data');
  const env = { THREADLINE_HOME: data, CODEX_HOME: home.path, HOME: root, PATH: `${bin}:${process.env.PATH}` };
  const id = codexId(1);
  return { root, bin, data, env, file, id, project };
}

type MadeHome = ReturnType<typeof createHome>;

/** The agent itself writes to the session now. */
function grow({ file }: MadeHome): void {
  appendFileSync(
    file,
    `${JSON.stringify({ timestamp: new Date().toISOString(), type: 'event_msg', payload: { type: 'agent_message', message: 'more' } })}\n`,
  );
}

/** A process with these arguments that lives until the test is over. */
async function start(program: string, args: readonly string[], hold?: string): Promise<number> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, HOLD: hold ?? '' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

/** A program of the agent's name that sleeps, with a file open if it is told one. */
function sleeper({ bin }: MadeHome, name: string): string {
  const path = join(bin, name);
  writeFileSync(
    path,
    '#!/usr/bin/env node\nif (process.env.HOLD) require("fs").openSync(process.env.HOLD, "r");\nconsole.log("up");\nsetInterval(() => {}, 1000);\n',
  );
  chmodSync(path, 0o755);
  return path;
}

const claim = ({ id, env }: MadeHome, force?: boolean) =>
  claimSession({ agent: 'codex', id }, { what: 'live', env, dataFolder: env.THREADLINE_HOME, force });

describe('one writer a session', () => {
  it('resume holds the lock while the agent has its window, and others are refused by name', async () => {
    const made = createHome();
    const stay = join(made.root, 'stay');
    writeFileSync(stay, '');
    const first = startCli(['resume', made.id], { env: made.env });
    onTestFinished(() => void first.kill('SIGKILL'));
    await until(() => existsSync(join(made.root, 'started')));
    for (const command of [
      ['resume', made.id],
      ['run', '--resume', made.id, 'more'],
    ]) {
      const refused = await runCli([...command, '--force'], { env: made.env, cwd: made.project });
      expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining("held by 'threadline resume'")]);
    }
    await expect(
      openLive('codex', { cwd: made.project, resume: made.id, dataFolder: made.data }),
    ).rejects.toMatchObject({
      code: 'busy',
    });
    rmSync(stay);
    const [code] = await once(first, 'close');
    expect(code).toBe(0);
    const again = await runCli(['resume', made.id], { env: made.env });
    expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining(`started: resume ${made.id}`)]);
  });

  it('handoff --run holds the lock of the copy, which is ours though it was written just now', async () => {
    const made = createHome();
    writeFileSync(join(made.bin, 'claude'), `#!/bin/sh\necho "locks: $(ls '${made.data}/live/locks')"\n`);
    chmodSync(join(made.bin, 'claude'), 0o755);
    const env = { ...made.env, CLAUDE_CONFIG_DIR: join(made.root, 'claude-home') };
    mkdirSync(env.CLAUDE_CONFIG_DIR);
    const { exitCode, stdout, stderr } = await runCli(['handoff', made.id, '--to', 'claude', '--run'], { env });
    expect([exitCode, stderr, stdout]).toEqual([0, expect.any(String), expect.stringMatching(/claude\.[\w-]+\.json/)]);
    expect(readdirSync(join(made.data, 'live', 'locks')).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  it('a file that grew in the last minute without us needs --force', async () => {
    const made = createHome();
    grow(made);
    const refused = await runCli(['resume', made.id], { env: made.env });
    expect([refused.exitCode, refused.stderr]).toEqual([
      4,
      expect.stringContaining('grew in the last minute without us'),
    ]);
    expect(existsSync(join(made.root, 'started'))).toBe(false);
    const run = await runCli(['run', '--resume', made.id, 'more'], { env: made.env, cwd: made.project });
    expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining('grew in the last minute without us')]);
    const forced = await runCli(['resume', made.id, '--force'], { env: made.env });
    expect([forced.exitCode, forced.stdout]).toEqual([0, expect.stringContaining('started: resume')]);
  });

  it('what grew while we held it is ours, and so is a copy of an old file', async () => {
    const made = createHome();
    utimesSync(made.file, new Date(), new Date());
    (await claim(made)).release();
    const [left = ''] = readdirSync(join(made.data, 'live', 'locks'));
    utimesSync(join(made.data, 'live', 'locks', left), OLD, OLD);
    grow(made);
    await expect(claim(made)).rejects.toMatchObject({ code: 'busy' });
    noteWritten('codex', made.id, made.data);
    (await claim(made)).release();
  });

  it('a process of the agent whose arguments name the session, or that has its file open, makes it read only', async () => {
    const made = createHome();
    const program = sleeper(made, 'codex-terminal');
    const pid = await start(program, ['resume', made.id]);
    await expect(claim(made, true)).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining(`process ${pid} has`),
    });
    process.kill(pid, 'SIGKILL');
    await until(() => !existsSync(`/proc/${pid}`));
    const holder = await start(program, [], made.file);
    await expect(claim(made, true)).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining(`process ${holder} has`),
    });
    const refused = await runCli(['resume', made.id, '--force'], { env: made.env });
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('can only be read')]);
    const shown = await runCli(['show', made.id], { env: made.env });
    expect([shown.exitCode, shown.stdout]).toEqual([0, expect.stringContaining('the walrus')]);
  });

  it('another program that names the session or reads its file does not', async () => {
    const made = createHome();
    const program = sleeper(made, 'pager');
    await start(program, [made.id], made.file);
    (await claim(made)).release();
  });

  it('an id that is no name of a file is locked all the same', async () => {
    const { data } = createHome();
    const wanted = { agent: 'codex', id: '../../etc/passwd' };
    const lock = await claimSession(wanted, { what: 'live', dataFolder: data });
    await expect(claimSession(wanted, { what: 'live', dataFolder: data })).rejects.toMatchObject({ code: 'busy' });
    lock.release();
    expect(readdirSync(join(data, 'live', 'locks')).every((name) => /^h\.[0-9a-f]{64}\.left$/.test(name))).toBe(true);
  });
});
