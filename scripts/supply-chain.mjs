// Reports what package-lock.json brings: entries, install scripts, licences, ages. Exits with 1 on what is not allowed below.
// It asks nobody: an age is how long an entry has stood in the lock file, by git. Plain JavaScript for Node 18.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './toolchain.mjs';

/** Packages that bring an install script, which `scripts/setup.mjs` does not run, and what it would do. */
const knownScripts = {
  esbuild: 'puts its binary in place of a script that starts it',
  protobufjs: 'prints a warning on versions',
};

/** Licences of what users install, and of what only those who work on threadline install. */
const licences = ['MIT', 'ISC', '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'MIT OR Apache-2.0'];
const toolLicences = [...licences, 'MPL-2.0', 'PSF-2.0', 'OFL-1.1', '(AFL-2.1 OR BSD-3-Clause)'];

/** Looks at each entry of a lock file. Returns its packages, and a sentence for each that is not allowed. */
export function inspectLock({ packages = {} }) {
  const found = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ ...entry, path, name: path.slice(path.lastIndexOf('node_modules/') + 13) }));
  const faults = found.flatMap((entry) => faultsOf(entry).map((fault) => `${entry.path}: ${fault}`));
  return { found, faults: [...faults, ...missingOptional(found)] };
}

/** `npm ci` refuses a lock file that leaves out a package of another platform; `npm install` writes such a file where a registry lacks it. */
function missingOptional(found) {
  const names = new Set(found.map(({ name }) => name));
  return found.flatMap(({ path, optionalDependencies = {} }) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${path}: its optional package ${name} has no entry`),
  );
}

/**
 * A tool's binary for a platform on which no step of ours runs. Some registries do not have them, so their hashes are not known;
 * the version is exact all the same, and npm takes the hash that the registry names.
 */
const isForeignBinary = ({ dev, optional, os, cpu }) =>
  Boolean(dev && optional && cpu) && !(os?.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64')));

function faultsOf(entry) {
  const { name, version, integrity, resolved, license, hasInstallScript, dev, link } = entry;
  const faults = [];
  if (link || !/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version ?? '')) faults.push(`no exact version: ${version}`);
  if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? '') && !(integrity === undefined && isForeignBinary(entry)))
    faults.push('no sha-512 of its bytes');
  if (resolved !== undefined && !/^https:\/\/[^/]+\/.*\.tgz$/.test(resolved)) faults.push('is from no registry');
  if (hasInstallScript && !Object.hasOwn(knownScripts, name))
    faults.push('has an install script that nobody looked at');
  if (!(dev ? toolLicences : licences).includes(license)) faults.push(`has a licence that is not listed: ${license}`);
  return faults;
}

/** Days since each line of the lock file was written; undefined where there is no history. */
function daysOfLines() {
  const blame = spawnSync('git', ['blame', '--line-porcelain', 'package-lock.json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (blame.status !== 0) return undefined;
  const now = Date.now() / 1000;
  return [...blame.stdout.matchAll(/^committer-time (\d+)$/gm)].map(([, time]) => Math.floor((now - time) / 86_400));
}

/** Days since the version of each entry was written, by its path. */
function daysOfEntries(text) {
  const days = daysOfLines();
  const ages = new Map();
  let path;
  for (const [index, line] of text.split('\n').entries()) {
    path = /^ {4}"(.*)": \{$/.exec(line)?.[1] ?? path;
    if (path && days && /^ {6}"version":/.test(line)) ages.set(path, days[index]);
  }
  return ages;
}

function report(found, ages) {
  const say = (line) => process.stdout.write(`${line}\n`);
  const shipped = found.filter(({ dev }) => !dev);
  say(`${found.length} entries, ${shipped.length} of them not for development alone`);
  for (const { name, version, hasInstallScript } of found)
    if (hasInstallScript) say(`install script, not run: ${name} ${version} (${knownScripts[name] ?? 'not known'})`);
  say(`without a hash, for other platforms: ${found.filter(({ integrity }) => integrity === undefined).length}`);
  const counts = new Map();
  for (const { license = 'none' } of found) counts.set(license, (counts.get(license) ?? 0) + 1);
  say(
    `licences: ${[...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
  );
  if (ages.size === 0) return say('ages: not known, for lack of history');
  const sorted = [...ages].sort(([, a], [, b]) => a - b);
  const week = sorted.filter(([, age]) => age < 7).length;
  say(
    `ages: ${week} in the lock file for less than a week; the newest: ${sorted
      .slice(0, 5)
      .map(([path, age]) => `${path} (${age} days)`)
      .join(', ')}`,
  );
}

function main() {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { found, faults } = inspectLock(JSON.parse(text));
  report(found, daysOfEntries(text));
  for (const fault of faults) process.stderr.write(`not allowed: ${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
