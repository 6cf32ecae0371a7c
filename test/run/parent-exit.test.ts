import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { signalGroup } from '../../src/machine/run/process/process-group.ts';
import { canFindProcesses, createMark, MARK, waitUntilGone } from './marked-processes.ts';

const program = fileURLToPath(new URL('./signalled-parent.ts', import.meta.url));

/** Sends the program a signal as soon as its agent is at work. */
async function signalParent(kind: string, signal: NodeJS.Signals) {
  const mark = createMark();
  const parent = spawn(process.execPath, [program, kind], {
    env: { ...process.env, [MARK]: mark },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(parent, 'close');
  const printed = text(parent.stdout);
  await once(parent.stdout, 'data');
  parent.kill(signal);
  await closed;
  return { printed: await printed, code: parent.exitCode, signal: parent.signalCode, left: await waitUntilGone(mark) };
}

describe.runIf(canFindProcesses)('a signal to a process that runs an agent', () => {
  it.each(['on', 'once'])('lets a listener that the application added by `%s` run to its end', async (kind) => {
    const sight = await signalParent(kind, 'SIGTERM');
    expect(sight).toEqual({ printed: 'at work\ncleaned up\n', code: 3, signal: null, left: [] });
  });

  it('leaves no agent alive that was started while the others were being ended', async () => {
    const sight = await signalParent('late', 'SIGTERM');
    expect(sight).toEqual({ printed: 'at work\nstarted late\n', code: null, signal: 'SIGTERM', left: [] });
  });
});

describe('a group without a leader', () => {
  it.each([0, 1, -1, Number.NaN])('is never signalled: %d would mean this process or all of them', (leader) => {
    expect(signalGroup(leader, 0)).toBe(false);
  });
});
