// Checks the package as it would be published: what publint says of it, and that it is small. Prints its ten largest files.
// And the package of recordings in fixtures/: it is small, whole, and no part of the other.
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmCommand, root } from './toolchain.mjs';

/** In bytes: the tarball, and the folder that it becomes, as `du -sb` counts it. */
const MAX_PACKED = 2_500_000;
const MAX_UNPACKED = 9_000_000;
const MAX_FIXTURES = 5_000_000;
const LARGEST = 10;

function pack(source, folder) {
  const [command, ...first] = npmCommand(process.execPath);
  const args = [...first, 'pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
  execFileSync(command, args, { cwd: source, stdio: ['ignore', 'ignore', 'inherit'] });
  const [tarball] = readdirSync(folder);
  execFileSync('tar', ['-xzf', tarball], { cwd: folder });
  return { packed: statSync(join(folder, tarball)).size, files: sizesBelow(join(folder, 'package'), 'package') };
}

/** The folder, what is in it, and their sizes. */
function sizesBelow(folder, name) {
  const entries = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const [path, below] = [join(folder, entry.name), `${name}/${entry.name}`];
    return entry.isDirectory() ? sizesBelow(path, below) : [{ name: below, size: lstatSync(path).size, isFile: true }];
  });
  return [{ name, size: lstatSync(folder).size }, ...entries];
}

/** Prints one figure beside its limit; true where it holds. */
function isWithin(name, size, limit) {
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
  const isSmall = size <= limit;
  print(`${isSmall ? 'ok  ' : 'FAIL'} ${name} ${megabytes(size)}, at most ${megabytes(limit)}`);
  return isSmall;
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

/** The package of recordings has all that its list names. */
function isWhole(files) {
  const { recordings } = JSON.parse(readFileSync(join(root, 'fixtures/index.json'), 'utf8'));
  const names = new Set(files.map(({ name }) => name));
  const missing = recordings.flatMap(({ path }) =>
    [path, `${path}.expected.json`].filter((each) => !names.has(`package/recordings/${each}`)),
  );
  print(
    `${missing.length === 0 ? 'ok  ' : 'FAIL'} fixtures hold ${recordings.length} recordings, ${missing.length} files missing`,
  );
  return missing.length === 0;
}

const sum = (files) => files.reduce((total, { size }) => total + size, 0);

const folder = mkdtempSync(join(tmpdir(), 'threadline-check-package-'));
const second = mkdtempSync(join(tmpdir(), 'threadline-check-fixtures-'));
try {
  execFileSync(process.execPath, ['node_modules/publint/src/cli.js', '--strict'], { cwd: root, stdio: 'inherit' });
  const { packed, files } = pack(root, folder);
  const largest = files.toSorted((a, b) => b.size - a.size).slice(0, LARGEST);
  for (const { name, size } of largest) print(`${String(size).padStart(9)}  ${name}`);
  const fixtures = pack(join(root, 'fixtures'), second).files;
  const checks = [
    isWithin('packed', packed, MAX_PACKED),
    isWithin('unpacked', sum(files), MAX_UNPACKED),
    isWithin('fixtures', sum(fixtures.filter(({ isFile }) => isFile)), MAX_FIXTURES),
    isWhole(fixtures),
    !files.some(({ name }) => name.startsWith('package/fixtures')),
  ];
  process.exitCode = checks.every(Boolean) ? 0 : 1;
} catch (error) {
  if (!('status' in error)) throw error;
  process.exitCode = 1;
} finally {
  for (const each of [folder, second]) rmSync(each, { recursive: true, force: true });
}
