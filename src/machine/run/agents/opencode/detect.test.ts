import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { kiloDriver, opencodeDriver } from './driver.ts';

const folder = mkdtempSync(join(tmpdir(), 'threadline-program-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
}

describe.each([
  ['OPENCODE', opencodeDriver],
  ['KILO', kiloDriver],
] as const)('the program of %s', (prefix, driver) => {
  const [own, older] = [program(`${prefix}-own`), program(`${prefix}-older`)];

  it('is named as that of every other agent, and by the name of earlier versions', () => {
    expect(driver.detect({ [`${prefix}_CLI_PATH`]: own })).toBe(own);
    expect(driver.detect({ [`${prefix}_PATH`]: older })).toBe(older);
    expect(driver.detect({ [`${prefix}_CLI_PATH`]: own, [`${prefix}_PATH`]: older })).toBe(own);
    expect(driver.detect({ [`${prefix}_CLI_PATH`]: join(folder, 'gone'), [`${prefix}_PATH`]: older })).toBe(older);
    expect(driver.installHint).toContain(`${prefix}_CLI_PATH`);
  });
});
