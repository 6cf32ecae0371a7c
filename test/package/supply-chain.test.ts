import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface Inspected {
  found: { name: string }[];
  faults: string[];
}
const { inspectLock }: { inspectLock(lock: object): Inspected } = await import(here('../../scripts/supply-chain.mjs'));

const integrity = `sha512-${'A'.repeat(86)}==`;
const entry = { version: '1.0.0', integrity, license: 'MIT' };
const foreign = { version: '1.0.0', license: 'MIT', dev: true, optional: true, os: ['darwin'], cpu: ['arm64'] };
const faultsOf = (given: object) => inspectLock({ packages: { '': {}, 'node_modules/a': given } }).faults;

describe('the supply chain', () => {
  it('holds what is listed, and nothing else', () => {
    const { found, faults } = inspectLock(JSON.parse(readFileSync(here('../../package-lock.json'), 'utf8')));
    expect(found.length).toBeGreaterThan(100);
    expect(faults).toEqual([]);
  });

  it.each([
    ['an install script', { ...entry, hasInstallScript: true }],
    ['a licence', { ...entry, license: 'GPL-3.0' }],
    ['no licence', { version: '1.0.0', integrity }],
    ['a licence of tools that users get', { ...entry, license: 'MPL-2.0' }],
    ['no hash', { version: '1.0.0', license: 'MIT' }],
    ['no hash on a platform of ours', { ...foreign, os: ['linux'], cpu: ['x64'] }],
    ['no hash in what users get', { ...foreign, dev: undefined }],
    ['no hash on any platform', { ...foreign, os: undefined, cpu: undefined }],
    ['a weak hash of another platform', { ...foreign, integrity: 'sha1-AAAA' }],
    ['a weak hash', { ...entry, integrity: 'sha1-AAAA' }],
    ['a range', { ...entry, version: '^1.0.0' }],
    ['a repository', { ...entry, resolved: 'git+ssh://git@example.com/a.git#1' }],
    ['a folder', { ...entry, link: true, resolved: '../a' }],
  ])('fails on %s that is not listed', (_, given) => {
    expect(faultsOf(given).length).toBeGreaterThan(0);
    expect(faultsOf(given)[0]).toMatch(/^node_modules\/a: /);
  });

  it('takes what is listed for tools alone', () => {
    expect(faultsOf(entry)).toEqual([]);
    expect(faultsOf({ ...entry, license: 'MPL-2.0', dev: true })).toEqual([]);
    const scoped = inspectLock({
      packages: { 'node_modules/x/node_modules/esbuild': { ...entry, hasInstallScript: true } },
    });
    expect([scoped.found[0]?.name, scoped.faults]).toEqual(['esbuild', []]);
  });

  it('knows no hash of a tool for another platform where no registry at hand had it', () => {
    expect(faultsOf(foreign)).toEqual([]);
  });

  it('has an entry for every optional package, without which npm ci refuses the lock file', () => {
    const parent = { ...entry, optionalDependencies: { 'a-darwin': '1.0.0' } };
    expect(faultsOf(parent)).toEqual(['node_modules/a: its optional package a-darwin has no entry']);
    const whole = { 'node_modules/a': parent, 'node_modules/a-darwin': foreign };
    expect(inspectLock({ packages: whole }).faults).toEqual([]);
  });

  it('begins with a Node of an exact version and hash, and runs no install script', () => {
    const toolchain = readFileSync(here('../../scripts/toolchain.mjs'), 'utf8');
    const pinned = [
      ...toolchain.matchAll(/name: '([\w-]+)',\s+version: '(\d+\.\d+\.\d+)',\s+integrity: 'sha512-[\w+/]{86}=='/g),
    ];
    expect(pinned).toHaveLength(5);
    for (const script of ['toolchain', 'setup']) {
      const text = readFileSync(here(`../../scripts/${script}.mjs`), 'utf8');
      for (const [call] of text.matchAll(/runNpm\([^)]*\)/g)) {
        if (/'(?:install|ci)'/.test(call)) expect(call).toContain("'--ignore-scripts'");
      }
    }
  });
});
