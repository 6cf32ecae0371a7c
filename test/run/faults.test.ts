import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type AgentRun, CodexClient, type ExecRequest, type RunResult } from 'threadline/run';
import { describe, expect, it, vi } from 'vitest';
import { fakeAgent } from './agents.ts';
import { canFindProcesses, createMark, findMarked, MARK } from './marked-processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'threadline-faults-'));
const file = join(folder, 'file');
const loop = join(folder, 'loop');
writeFileSync(file, '', { mode: 0o644 });
symlinkSync(loop, loop);
const long = join(folder, 'x'.repeat(5000));

/** Reads a run to its end; that this ends at all is what is promised. */
async function end(run: AgentRun): Promise<{ lines: number; result: RunResult }> {
  let lines = 0;
  for await (const _ of run.events) lines += 1;
  return { lines, result: await run.completion };
}

const start = (request: Partial<ExecRequest>, binary = fakeAgent('normal')) =>
  new CodexClient({ binary }).streamExec({ prompt: 'hi', ...request });

describe('a program that cannot be started: the completion resolves and the events end', () => {
  const folders: [string, string, string][] = [
    ['ELOOP', loop, 'cannot be entered (ELOOP)'],
    ['ENAMETOOLONG', long, 'cannot be entered (ENAMETOOLONG)'],
    ['ENOTDIR', join(file, 'below'), 'cannot be entered (ENOTDIR)'],
    ['a file', file, 'is no folder'],
    ['ENOENT', join(folder, 'gone'), 'is not there'],
  ];
  it.each(folders)('the working folder: %s', async (_, cwd, why) => {
    const { lines, result } = await end(start({ cwd }));
    expect(lines).toBe(0);
    expect(result).toMatchObject({ ok: false, exitCode: null, error: { code: 'spawn-failed' } });
    expect(`${result.error?.message}…`).toContain(`${cwd} ${why}`.slice(0, 500));
  });

  const programs: [string, string, string][] = [
    ['ELOOP', loop, 'spawn-failed'],
    ['ENAMETOOLONG', long, 'spawn-failed'],
    ['ENOTDIR', join(file, 'below'), 'cli-not-found'],
    ['EACCES', file, 'cli-not-found'],
    ['EACCES of a folder', folder, 'cli-not-found'],
  ];
  it.each(programs)('the program: %s', async (_, binary, code) => {
    const { lines, result } = await end(start({}, binary));
    expect(lines).toBe(0);
    expect(result).toMatchObject({ ok: false, exitCode: null, error: { code } });
  });

  it('ends the events though nobody waits for the completion', async () => {
    const run = start({ cwd: loop });
    for await (const _ of run.events) expect.unreachable();
    expect(run.isFinished).toBe(true);
  });

  /** Runs faulty-parent.ts, a process of its own, and gives what it tells. */
  async function runParent(...args: string[]): Promise<{ ended: boolean; result: RunResult }> {
    const program = fileURLToPath(new URL('./faulty-parent.ts', import.meta.url));
    const command = `ulimit -n ${args[0] === 'descriptors' ? 64 : 1024}; exec "$0" "$@"`;
    const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, program, ...args]);
    return JSON.parse(stdout);
  }

  it.skipIf(process.platform === 'win32')('EMFILE: no descriptor is left', async () => {
    const { ended, result } = await runParent('descriptors', folder);
    expect(ended).toBe(true);
    expect(result).toMatchObject({ ok: false, exitCode: null, error: { code: 'spawn-failed' } });
    expect(result.error?.message).toContain('EMFILE');
  });

  const isRoot = process.getuid?.() === 0;
  it.skipIf(!isRoot)('EACCES: another user than root in a folder that is not theirs', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(join(closed, 'inner'), { recursive: true });
    chmodSync(closed, 0o700);
    chmodSync(folder, 0o755);
    for (const cwd of [closed, join(closed, 'inner')]) {
      const { ended, result } = await runParent('nobody', cwd);
      expect(ended).toBe(true);
      expect(result.error).toEqual({
        code: 'spawn-failed',
        message: `the working folder ${cwd} cannot be entered (EACCES)`,
      });
    }
  });

  it.skipIf(!isRoot)('EACCES: another user than root and a log that is not theirs', async () => {
    const { ended, result } = await runParent('nobody', folder, join(folder, 'their.log'));
    expect(ended).toBe(true);
    expect(result.error?.code).toBe('write-failed');
    expect(existsSync(join(folder, 'their.log'))).toBe(false);
  });
});

describe('a log that cannot be written', () => {
  it.each([
    ['below a file', join(file, 'log')],
    ['a folder', folder],
    ['a loop of links', loop],
    ['a name that is too long', long],
  ])('keeps the agent from being started: %s', async (_, eventLog) => {
    const { lines, result } = await end(start({ eventLog }));
    expect(lines).toBe(0);
    expect(result).toMatchObject({ ok: false, exitCode: null, error: { code: 'write-failed' } });
  });

  it.runIf(existsSync('/dev/full'))('does not end an agent that is at work, but is told', async () => {
    const { lines, result } = await end(start({ eventLog: '/dev/full' }));
    expect(lines).toBe(4);
    expect(result).toMatchObject({ ok: false, exitCode: 0, lastMessage: 'hello', error: { code: 'write-failed' } });
  });

  it('holds a line without an end only up to a bound', async () => {
    const eventLog = join(folder, 'endless.log');
    const { result } = await end(start({ eventLog }, fakeAgent('huge-line')));
    expect(result).toMatchObject({ ok: true });
    expect(readFileSync(eventLog).length).toBeGreaterThan(32 * 1024 * 1024);
  });
});

describe('a callback that throws', () => {
  it('harms nobody: onStderr', async () => {
    const onStderr = vi.fn(() => {
      throw new Error('from onStderr');
    });
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => warnings.push(message);
    process.on('warning', onWarning);
    const { result } = await end(start({ onStderr }, fakeAgent('exit-1')));
    process.off('warning', onWarning);
    expect(onStderr).toHaveBeenCalled();
    expect(result).toMatchObject({ exitCode: 1, stderrTail: 'Error occurred\n' });
    expect(warnings).toEqual(['onStderr threw from onStderr']);
  });
});

describe.runIf(canFindProcesses)('an agent whose lines make nonsense', () => {
  it.each(['exec', 'session'])('%s: the completion resolves, the events end, nobody is left', async (NONSENSE) => {
    const mark = createMark();
    const run = start({ env: { [MARK]: mark, NONSENSE } }, fakeAgent('nonsense'));
    const { lines, result } = await end(run);
    expect(lines).toBeGreaterThan(0);
    expect(run.isFinished).toBe(true);
    expect(typeof result.ok).toBe('boolean');
    expect(findMarked(mark)).toEqual([]);
  });
});
