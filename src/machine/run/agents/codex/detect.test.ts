import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectCli } from '../../detect-cli.ts';

const TRIPLE = process.arch === 'arm64' ? 'aarch64-unknown-linux-musl' : 'x86_64-unknown-linux-musl';

function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'threadline-detect-'));
}

function createProgram(path: string, mode = 0o755): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, mode);
  return path;
}

/** A package's wrapper, and the link on the PATH that npm makes for it. */
function createWrapper(folder: string): string {
  const wrapper = createProgram(join(folder, 'lib/node_modules/@openai/codex/bin/codex.js'));
  mkdirSync(join(folder, 'bin'));
  symlinkSync(wrapper, join(folder, 'bin/codex'));
  return wrapper;
}

describe('detectCli', () => {
  it('takes CODEX_CLI_PATH before PATH', () => {
    const folder = createFolder();
    const own = createProgram(join(folder, 'own/my-codex'));
    createProgram(join(folder, 'bin/codex'));
    expect(detectCli({ env: { CODEX_CLI_PATH: own, PATH: join(folder, 'bin') } })).toBe(own);
  });

  it('goes on to PATH when CODEX_CLI_PATH names nothing', () => {
    const folder = createFolder();
    const found = createProgram(join(folder, 'bin/codex'));
    expect(detectCli({ env: { CODEX_CLI_PATH: join(folder, 'gone'), PATH: join(folder, 'bin') } })).toBe(found);
  });

  it('passes over what cannot be executed, folders, and entries that mean the working folder', () => {
    const folder = createFolder();
    createProgram(join(folder, 'plain/codex'), 0o644);
    mkdirSync(join(folder, 'folder/codex'), { recursive: true });
    const found = createProgram(join(folder, 'good/codex'));
    const path = ['', '.', 'bin', join(folder, 'plain'), join(folder, 'folder'), join(folder, 'good')].join(delimiter);
    expect(detectCli({ env: { PATH: path } })).toBe(found);
  });

  it('looks in the usual places of the home folder', () => {
    const home = createFolder();
    const found = createProgram(join(home, '.local/bin/codex'));
    expect(detectCli({ env: { HOME: home } })).toBe(found);
  });

  it('gives undefined when there is none', () => {
    expect(detectCli({ env: { HOME: createFolder() } })).toBeUndefined();
  });

  const layouts: [string, string][] = [
    ['0.42 to 0.98', `vendor/${TRIPLE}/codex/codex`],
    ['0.8 to 0.40', `bin/codex-${TRIPLE}`],
    ['0.99 and later', `node_modules/@openai/codex-linux-${process.arch}/vendor/${TRIPLE}/codex/codex`],
    ['0.135 and later', `node_modules/@openai/codex-linux-${process.arch}/vendor/${TRIPLE}/bin/codex`],
    ['0.135 and later, beside it', `../codex-linux-${process.arch}/vendor/${TRIPLE}/bin/codex`],
  ];
  it.runIf(process.platform === 'linux').each(layouts)(
    'finds the native program behind the npm wrapper (%s)',
    (_, place) => {
      const folder = createFolder();
      const packageFolder = dirname(dirname(createWrapper(folder)));
      const native = createProgram(join(packageFolder, place));
      const platform = dirname(dirname(dirname(dirname(native))));
      if (platform.includes('codex-linux')) writeFileSync(join(platform, 'package.json'), '{}');
      expect(detectCli({ env: { PATH: join(folder, 'bin') } })).toBe(native);
    },
  );

  it('gives the wrapper when the native program is not there', () => {
    const folder = createFolder();
    createWrapper(folder);
    expect(detectCli({ env: { PATH: join(folder, 'bin') } })).toBe(join(folder, 'bin/codex'));
  });
});
