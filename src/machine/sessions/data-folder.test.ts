import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ThreadlineError } from '../../errors.ts';
import { makePrivateFolder } from './data-folder.ts';

describe('the folder of the archive', () => {
  it('is made with those above it, for its owner alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'threadline-data-'));
    makePrivateFolder(join(folder, 'a/b'));
    expect(statSync(join(folder, 'a/b')).mode & 0o777).toBe(0o700);
    rmSync(folder, { recursive: true });
  });

  it.runIf(existsSync('/proc/self'))('is refused where no folder can be made, and not tried for ever', () => {
    expect(() => makePrivateFolder('/proc/threadline/data')).toThrow(ThreadlineError);
  });
});
