import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { endGroup, isGroupAlive, POLITE_LADDER, SWEEP_LADDER } from '../../src/machine/run/process/process-group.ts';

async function startGroup(script: string): Promise<{ leader: number; closed: Promise<unknown> }> {
  const child = spawn('sh', ['-c', `${script}`], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  return { leader: child.pid ?? 0, closed };
}

describe('the ladder', () => {
  it('case 84: ends a sleeping child by SIGTERM', async () => {
    const { leader, closed } = await startGroup('echo ready; sleep 60');
    expect(isGroupAlive(leader)).toBe(true);
    expect(await endGroup(leader, SWEEP_LADDER)).toEqual(['SIGTERM']);
    await closed;
    expect(isGroupAlive(leader)).toBe(false);
  });

  it('case 84: sends nothing to a dead child', async () => {
    const { leader, closed } = await startGroup('echo done');
    await closed;
    expect(await endGroup(leader, POLITE_LADDER)).toEqual([]);
  });

  it('goes no further than it must', async () => {
    const { leader } = await startGroup('echo ready; exec sleep 60');
    expect(await endGroup(leader, POLITE_LADDER)).toEqual(['SIGINT']);
  });
});
