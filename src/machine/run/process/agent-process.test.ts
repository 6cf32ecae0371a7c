import { describe, expect, it, vi } from 'vitest';
import type { AgentCommand } from '../agent-driver.ts';
import { AgentProcess, type AgentProcessOptions } from './agent-process.ts';

const node = (script: string, parts: Partial<AgentCommand> = {}): AgentCommand => ({
  file: process.execPath,
  args: ['-e', script],
  env: {},
  input: '',
  name: 'Node',
  installHint: 'Get it.',
  ...parts,
});

const start = (open: () => AgentCommand, options: Partial<AgentProcessOptions> = {}) =>
  new AgentProcess(open, { onStdout() {}, onStderr() {}, ...options });

describe('a process', () => {
  it('tells how it ended', async () => {
    const end = await start(() => node('process.exit(7)')).finished;
    expect(end).toEqual({
      exitCode: 7,
      signal: null,
      failure: undefined,
      wasSignalled: false,
      forcefullyKilled: false,
      stdioHeld: false,
    });
  });

  it.each([new Error('odd'), { toString: 0, valueOf: 0 }, null, 'text'])(
    'has a failure, and no rejection, when its command cannot be made: %j',
    async (thrown) => {
      const open = () => {
        throw thrown;
      };
      expect(await start(open).finished).toMatchObject({ exitCode: null, failure: { code: 'internal-error' } });
    },
  );

  it.each(['onStdout', 'onStderr'] as const)('is ended when whoever takes its output throws: %s', async (taker) => {
    const script = "process.stdout.write('x'); process.stderr.write('x'); setInterval(() => {}, 1000)";
    const take = () => {
      throw new Error('cannot take it');
    };
    const { failure, signal } = await start(() => node(script), { [taker]: take }).finished;
    expect(failure).toMatchObject({ code: 'internal-error', message: expect.stringContaining('cannot take it') });
    expect(signal).toBe('SIGINT');
  });

  it('is over though what was made for it cannot be taken away', async () => {
    const dispose = () => {
      throw new Error('still there');
    };
    const { exitCode, failure } = await start(() => node('', { dispose })).finished;
    expect(exitCode).toBe(0);
    expect(failure?.message).toContain('still there');
  });

  it('takes away what was made for it also when it never began', async () => {
    const dispose = vi.fn();
    const end = await start(() => node('', { file: '/no/such/program', dispose })).finished;
    expect(end.failure?.code).toBe('cli-not-found');
    expect(dispose).toHaveBeenCalledTimes(1);
  });

  it('can keep its stdin open until it is told to close it', async () => {
    const script = "process.stdin.on('data', (data) => process.stdout.write(data)).on('end', () => process.exit(5))";
    const onStdout = vi.fn(() => agent.closeInput());
    const agent = start(() => node(script, { input: 'first', keepsInputOpen: true }), { onStdout });
    expect((await agent.finished).exitCode).toBe(5);
    expect(onStdout).toHaveBeenCalledTimes(1);
  });

  it('leaves no listener on the signal or the process when it is over', async () => {
    const controller = new AbortController();
    const removed = vi.spyOn(controller.signal, 'addEventListener');
    const before = process.listenerCount('SIGTERM');
    await start(() => node(''), { signal: controller.signal }).finished;
    const [, , options] = removed.mock.calls[0] ?? [];
    expect(typeof options === 'object' && options.signal?.aborted).toBe(true);
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
});
