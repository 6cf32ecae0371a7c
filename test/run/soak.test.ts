import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { canFindProcesses } from './marked-processes.ts';

/** The scripts of test/soak, in short. */
async function soak(name: string, ...args: string[]): Promise<string> {
  const script = fileURLToPath(new URL(`../soak/${name}.ts`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args]);
  return stdout;
}

describe('many and long runs', () => {
  it.runIf(canFindProcesses)('R4: leave no descriptor, listener or process behind', async () => {
    expect(await soak('many-runs', '20', '8')).toContain('pass');
  });

  it('R5: hold no more in memory than a bound, and lose nothing, when the reader is slow', async () => {
    expect(await soak('slow-reader', '192', '1')).toContain('pass');
  });
});
