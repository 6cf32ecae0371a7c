// node scripts/old-data.ts TREE: makes what test/fixtures/old holds of one version of threadline.
//
// TREE is a checkout of that version, with its dependencies and built. Its own commands make an archive of homes that
// test/old-data/homes.ts describes, and send them to a PostgreSQL 15; its own library answers the questions of
// test/old-data/answers.ts. Fixtures of a version that people have are never made anew: their archives are not either.
//
// The homes stand in /home/you while they are read, so that no path of this machine gets into a fixture. That folder must
// not exist; making it usually needs root. --place names another one, for a trial.
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { constants, zstdCompressSync } from 'node:zlib';
import type { openArchive, openPostgresStore, ThreadStore } from 'threadline/archive';
import { answersOf } from '../test/old-data/answers.ts';
import { forgottenThread, HOMES, type OldHomes, writeOldHomes } from '../test/old-data/homes.ts';
import { startPostgres } from '../test/postgres/server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { place: { type: 'string', default: '/home/you' }, out: { type: 'string' } },
});
const [given] = positionals;
if (given === undefined) refuse('usage: node scripts/old-data.ts TREE [--place FOLDER] [--out FOLDER]');
const tree = resolve(given);
if (!existsSync(join(tree, 'dist'))) refuse(`${tree} is no tree of threadline that was built`);
const { place } = values;
const version = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')).version;
const out = values.out ?? join(import.meta.dirname, '../test/fixtures/old', version);
const data = join(place, '.local/share/threadline');
const env = { PATH: process.env.PATH ?? '', HOME: place, THREADLINE_HOME: data, TZ: 'UTC' };
const run = promisify(execFile);

/** Ends the program before it has changed anything. */
function refuse(message: string): never {
  process.stderr.write(`old-data: ${message}\n`);
  process.exit(2);
}

const pack = (bytes: string | Uint8Array): Buffer =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
const keep = (name: string, bytes: string | Uint8Array) => writeFileSync(join(out, name), pack(bytes));
const keepAnswers = async (name: string, store: ThreadStore) =>
  keep(name, `${JSON.stringify(await answersOf(store), undefined, 1)}\n`);

async function threadline(args: string[], more: Record<string, string> = {}): Promise<string> {
  const command = [join(tree, 'bin/threadline.js'), ...args];
  const { stdout } = await run(process.execPath, command, { env: { ...env, ...more }, cwd: place });
  return stdout;
}

async function library(): Promise<{ openArchive: typeof openArchive; openPostgresStore: typeof openPostgresStore }> {
  return import(createRequire(join(tree, 'package.json')).resolve('threadline/archive'));
}

async function makeArchive({ homes, goOn }: OldHomes): Promise<void> {
  const index = () => threadline(['archive', 'index', '--yes', ...homes.flatMap((home) => ['--home', home])]);
  await index();
  await threadline(['archive', 'forget', forgottenThread, '--yes']);
  goOn();
  await index();
  const archive = await (await library()).openArchive({ folder: data, homes: [], sameThread: true });
  await keepAnswers('archive.json.zst', archive);
  await archive.close();
  keep('archive.db.zst', readFileSync(join(data, 'archive.db')));
  cpSync(join(data, 'kept'), join(out, 'kept'), { recursive: true });
}

/** What is left of the homes: paths and bytes, in base64. */
function keepHomes(): void {
  const paths = globSync(
    HOMES.map((home) => `${home}/**/*.*`),
    { cwd: place },
  ).sort();
  const files = paths.map((path) => [path, readFileSync(join(place, path)).toString('base64')]);
  keep('homes.json.zst', JSON.stringify(Object.fromEntries(files)));
}

async function makeDump({ homes, goOn }: OldHomes): Promise<void> {
  const server = await startPostgres();
  if ('skip' in server) throw new Error(server.skip);
  if (server.major !== 15)
    throw new Error('a dump of PostgreSQL 15 is read by 15 and later ones: THREADLINE_POSTGRES=15');
  const url = await server.createDatabase();
  const onServer = { THREADLINE_ARCHIVE: url };
  await threadline(['archive', 'migrate'], onServer);
  const token = (await threadline(['archive', 'tokens', 'add', 'laptop', '--owner', 'you'], onServer)).trim();
  const gateway = spawn(
    process.execPath,
    [join(tree, 'bin/threadline.js'), 'gateway', '--port', '0', '--with-worker'],
    {
      env: { ...env, ...onServer },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const address: string = await new Promise((told) =>
      gateway.stdout.once('data', (text) => told(String(text).trim())),
    );
    const push = () =>
      threadline(['push', '--to', address, ...homes.flatMap((home) => ['--home', home])], { THREADLINE_TOKEN: token });
    await push();
    goOn();
    await push();
    const store = await (await library()).openPostgresStore({ url });
    await untilQuiet(store);
    await threadline(['archive', 'forget', forgottenThread, '--yes'], onServer);
    await keepAnswers('server.json.zst', store);
    await store.close();
  } finally {
    const ended = new Promise((resolve) => gateway.once('exit', resolve));
    gateway.kill('SIGTERM');
    await ended;
  }
  const rules = ['--schema=threadline', '--no-owner', '--inserts', '--rows-per-insert=50'];
  const dumped = await run('/usr/lib/postgresql/15/bin/pg_dump', [...rules, url], { maxBuffer: 2 ** 28 });
  // Lines for psql, which tests do without.
  keep('dump.sql.zst', dumped.stdout.replaceAll(/^\\.*\n/gm, ''));
  await server.close();
}

/** A worker folds what was sent when it comes to it: it is done when nothing changed for some seconds. */
async function untilQuiet(store: ThreadStore): Promise<void> {
  for (let before = ''; ; await wait(5000)) {
    const now = JSON.stringify(await answersOf(store));
    if (now === before) return;
    before = now;
  }
}

for (const folder of [place, out]) if (existsSync(folder)) refuse(`${folder} exists already`);
mkdirSync(out, { recursive: true });
try {
  for (const make of [makeArchive, makeDump]) {
    mkdirSync(place, { recursive: true });
    const homes = writeOldHomes(place);
    await make(homes);
    keepHomes();
    rmSync(place, { recursive: true });
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
process.stdout.write(`wrote ${relative(process.cwd(), out)}\n`);
