import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AgentProcess } from './agent-process.ts';

/** Starts a process in a group of its own, as some agents do with their tools, writes its number down, and ends. */
const SCRIPT = `
const { spawn } = require('node:child_process');
const tool = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { detached: true, stdio: 'ignore' });
tool.unref();
require('node:fs').writeFileSync(process.argv[1], String(tool.pid));
`;

async function run(leavesGroups: boolean): Promise<{ pid: number; signals: boolean }> {
  const file = join(mkdtempSync(join(tmpdir(), 'threadline-mark-')), 'pid');
  writeFileSync(file, '');
  const command = {
    file: process.execPath,
    args: ['-e', SCRIPT, file],
    env: {},
    input: '',
    name: 'Node',
    installHint: '',
  };
  const agent = new AgentProcess(() => ({ ...command, leavesGroups }), { onStdout() {}, onStderr() {} });
  const { wasSignalled } = await agent.finished;
  return { pid: Number(readFileSync(file, 'utf8')), signals: wasSignalled };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe.runIf(process.platform === 'linux')('what an agent leaves in a group of its own', () => {
  it('is ended with it where the agent is known to do so', async () => {
    const { pid, signals } = await run(true);
    expect(pid).toBeGreaterThan(1);
    expect(isAlive(pid)).toBe(false);
    expect(signals).toBe(true);
  });

  it('is left alone where a program may have meant it', async () => {
    const { pid } = await run(false);
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });
});
