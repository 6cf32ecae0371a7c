import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Archive, dataFolder, type SetAside } from 'threadline/archive';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/sqlite/open-database.ts';
import { codexHead, codexId, codexTurn, createRandom, madeHome, randomText } from './made-home.ts';
import { saidByProcess } from './said-by-process.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

/** More by `.ci/run` and `npm run archive-faults`. */
const KILLS = Number(process.env.THREADLINE_KILLS ?? 2);
const PAGES = Number(process.env.THREADLINE_PAGES ?? 2);
const indexer = fileURLToPath(new URL('index-process.ts', import.meta.url));
const PAGE_BYTES = 8192;
const LONGEST_MS = 60_000 + KILLS * 10_000 + PAGES * 2000;

const turn = (number: number, said = `text ${number}`) => codexTurn(number, { ask: said, result: said, answer: said });
const key = (number: number) => ({ agent: 'codex', threadId: codexId(number) });
const find = async (archive: Archive, wanted: string) =>
  (await archive.search({ text: wanted, mode: 'exact' }, { limit: 99 })).hits.length;

/** An archive of three sessions, the first of which is gone, and its file when it is closed. */
async function withGone() {
  const home = madeHome(tempFolder('home'));
  const random = createRandom(1);
  for (const number of [1, 2, 3]) {
    // Longer than a page, packed as it is.
    const long = `session ${number} ${Array.from({ length: 3000 }, () => Math.floor(random() * 1e9).toString(36)).join('')}`;
    home.write(number, codexHead(codexId(number)) + turn(number, long));
  }
  const folder = tempFolder();
  const archive = await tempArchive({ folder, homes: [home.path] });
  await archive.refresh();
  const goneBlocks = await archive.readBlocks(key(1), { from: 0, count: 9 });
  home.remove(1);
  await archive.refresh();
  await archive.close();
  return { home, folder, path: join(folder, 'archive.db'), goneBlocks };
}

describe('an archive that is damaged', () => {
  it.each<[string, (path: string) => Promise<void> | void]>([
    ['is no database', (path) => writeFileSync(path, 'not a database, but long enough to be looked at'.repeat(100))],
    ['is cut off', (path) => writeFileSync(path, readFileSync(path).subarray(0, 30_000))],
    [
      'is of another program',
      async (path) => {
        const database = await openDatabase(join(path, '..'));
        database.exec('pragma application_id = 1');
        database.close();
      },
    ],
    [
      'has a later version',
      async (path) => {
        const database = await openDatabase(join(path, '..'));
        database.exec('pragma user_version = 99');
        database.close();
      },
    ],
  ])('is set aside and made anew: one that %s', async (_, damage) => {
    const { home, folder, path } = await withGone();
    await damage(path);
    const aside: SetAside[] = [];
    const archive = await tempArchive({ folder, homes: [home.path], onSetAside: (one) => aside.push(one) });
    await archive.refresh();
    expect(aside).toHaveLength(1);
    expect(existsSync(aside[0]?.path ?? '')).toBe(true);
    expect(await find(archive, 'session 3')).toBe(3);
    expect(aside[0]).toMatchObject({ carried: 1, lost: 0 });
    expect(await find(archive, 'session 1')).toBe(3);
    expect(await archive.verify()).toEqual([]);
  });

  it(
    'loses no session that is gone, whichever page is spoilt',
    async () => {
      const { home, folder, path, goneBlocks } = await withGone();
      const whole = readFileSync(path);
      const pages = Math.floor(whole.length / PAGE_BYTES);
      const step = Math.max(1, Math.floor(pages / PAGES));
      const spare = tempFolder('spare');
      cpSync(folder, spare, { recursive: true });
      for (let page = 0; page < pages; page += step) {
        rmSync(folder, { recursive: true });
        cpSync(spare, folder, { recursive: true });
        writeFileSync(path, spoilt(whole, page));
        const archive = await tempArchive({ folder, homes: [home.path] });
        await archive.refresh();
        // Bytes in the middle of a text are no fault of the tables: `verify` tells, and `rebuild` mends.
        if ((await archive.verify()).length > 0) await archive.rebuild();
        expect(await archive.verify(), `page ${page}`).toEqual([]);
        for (const number of [1, 2, 3]) expect(await find(archive, `session ${number}`), `page ${page}`).toBe(3);
        expect(await archive.readBlocks(key(1), { from: 0, count: 9 }), `page ${page}`).toEqual(goneBlocks);
        expect(await archive.getSession(key(1)), `page ${page}`).toMatchObject({ gone: true });
        await archive.close();
      }
    },
    LONGEST_MS,
  );

  it('keeps three of those that were set aside', async () => {
    const { folder, path } = await withGone();
    for (let count = 0; count < 5; count += 1) {
      writeFileSync(path, `no database ${count}`.repeat(1000));
      await (await tempArchive({ folder })).close();
    }
    expect(readdirSync(folder).filter((name) => /^archive\.bad-.*\.db$/.test(name))).toHaveLength(3);
  });
});

describe('a full disk', () => {
  it('ends the run, keeps what was written, and is no harm once there is room', async () => {
    const { home, folder } = await withGone();
    const random = createRandom(3);
    for (let number = 10; number < 20; number += 1) {
      home.write(number, codexHead(codexId(number)) + turn(1, randomText(random, 20_000)));
    }
    const archive = await tempArchive({ folder, homes: [home.path] });
    const { full } = await import('../../src/archive/sqlite/open-database.ts').then(async ({ openDatabase: open }) => {
      const database = await open(folder);
      const { page_count: count } = database.prepare('pragma page_count').get() ?? {};
      database.exec(`pragma max_page_count = ${Number(count) + 4}`);
      const { indexFiles } = await import('../../src/archive/sqlite/index-files.ts');
      const report = await indexFiles(database, { homes: [home.path] });
      database.close();
      return { full: report };
    });
    expect(full.unfinished).toBe('disk-full');
    expect(await find(archive, 'session 1')).toBe(3);
    expect(await archive.verify()).toEqual([]);
    expect(await archive.refresh()).toMatchObject({ files: 10 });
    expect(await archive.verify()).toEqual([]);
  });
});

describe('two processes', () => {
  it(
    'that are killed at any time leave an archive that is right',
    async () => {
      const random = createRandom(Number(process.env.THREADLINE_SEED ?? 5));
      const home = madeHome(tempFolder('home'));
      const folder = tempFolder();
      for (let number = 0; number < 20; number += 1) {
        home.write(number, codexHead(codexId(number)) + turn(1, randomText(random, 2000)) + turn(2, 'needle'));
      }
      for (let round = 0; round < KILLS; round += 1) {
        const both = [startIndexer(folder, home.path), startIndexer(folder, home.path)];
        await Promise.all(both.map(({ started }) => started));
        await wait(random() * 300);
        for (const { child } of both) child.kill('SIGKILL');
        await Promise.all(both.map(({ ended }) => ended));
        const archive = await tempArchive({ folder, homes: [home.path] });
        expect(await archive.verify(), `round ${round}`).toEqual([]);
        await archive.close();
        home.append(Math.floor(random() * 20), turn(3 + round, randomText(random, 2000)));
      }
      const archive = await tempArchive({ folder, homes: [home.path] });
      await archive.refresh();
      expect(await find(archive, 'needle')).toBe(60);
      expect(await archive.verify()).toEqual([]);
    },
    LONGEST_MS,
  );

  it.each<[string, (path: string) => void]>([
    ['no database', (path) => writeFileSync(path, 'not a database'.repeat(1000))],
    ['spoilt inside', (path) => writeFileSync(path, spoilt(readFileSync(path), 3))],
  ])('that find an archive damaged at once set it aside once: one that is %s', async (_, damage) => {
    const { home, folder, path } = await withGone();
    damage(path);
    const aside: SetAside[] = [];
    const onSetAside = (one: SetAside) => aside.push(one);
    // All have looked at it before one of them has made it anew.
    const opened = [1, 2, 3].map(() => tempArchive({ folder, homes: [home.path], onSetAside }));
    for (const archive of await Promise.all(opened)) {
      expect(await archive.getSession(key(1))).toMatchObject({ gone: true });
      await archive.refresh();
      expect(await archive.state()).toMatchObject({ gone: 1, sessions: 3 });
      expect(await archive.verify()).toEqual([]);
    }
    expect(aside).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => /^archive\.bad-.*\.db$/.test(name))).toHaveLength(1);
  });

  it('that find it damaged at once do so, too, when they are two', async () => {
    const { home, folder, path } = await withGone();
    writeFileSync(path, 'not a database'.repeat(1000));
    const said = await Promise.all([saidByProcess(folder, home.path), saidByProcess(folder, home.path)]);
    expect(said.reduce((sum, { aside }) => sum + aside, 0)).toBe(1);
    for (const one of said) expect(one).toMatchObject({ gone: 1, sessions: 3, wrong: [] });
  });

  it('of which one makes the archive anew go on with the new one, and leave its log alone', async () => {
    const { home, folder, path } = await withGone();
    const open = () => tempArchive({ folder, homes: [home.path] });
    const [old, idle] = [await open(), await open()];
    for (const end of ['', '-wal', '-shm']) {
      if (existsSync(path + end)) renameSync(path + end, join(folder, `archive.bad-1.db${end}`));
    }
    const next = await open();
    await next.refresh();
    home.append(2, turn(9, 'later'));
    await old.refresh();
    // The last one that has the old file open.
    await idle.close();
    expect(existsSync(`${path}-wal`)).toBe(true);
    for (const archive of [next, old, await open()]) {
      expect(await find(archive, 'later')).toBe(3);
      expect(await archive.getSession(key(1))).toMatchObject({ gone: true });
    }
    expect(await next.verify()).toEqual([]);
  });

  it('that write at once wait for each other, and one that waits too long says so', async () => {
    const { home, folder } = await withGone();
    home.append(2, turn(9, 'more'));
    const archive = await tempArchive({ folder, homes: [home.path] });
    const other = await openDatabase(folder);
    other.exec('begin immediate');
    const impatient = await openDatabase(folder);
    impatient.exec('pragma busy_timeout = 20');
    const { indexFiles } = await import('../../src/archive/sqlite/index-files.ts');
    expect(await indexFiles(impatient, { homes: [home.path] })).toMatchObject({ unfinished: 'busy' });
    impatient.close();
    expect(await find(archive, 'session 3')).toBe(3);
    other.exec('rollback');
    other.close();
    const report = await archive.refresh();
    expect([report.files, report.unfinished]).toEqual([1, undefined]);
  });
});

function startIndexer(
  folder: string,
  home: string,
): { child: ChildProcess; started: Promise<unknown>; ended: Promise<unknown> } {
  const child = spawn(process.execPath, [indexer, folder, home], { stdio: ['ignore', 'pipe', 'inherit'] });
  const started = new Promise((resolve) => child.stdout?.once('data', resolve));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { child, started: Promise.race([started, ended]), ended };
}

function spoilt(bytes: Buffer, page: number): Buffer {
  return Buffer.from(bytes).fill(0xa5, page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
}

describe('where the archive is', () => {
  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['linux', { HOME: '/home/me' }, '/home/me/.local/share/threadline'],
    ['linux', { HOME: '/home/me', XDG_DATA_HOME: '/data' }, '/data/threadline'],
    ['linux', { HOME: '/home/me', XDG_DATA_HOME: 'relative' }, '/home/me/.local/share/threadline'],
    ['darwin', { HOME: '/Users/me' }, '/Users/me/Library/Application Support/threadline'],
    ['win32', { USERPROFILE: '/me', LOCALAPPDATA: '/me/Local' }, '/me/Local/threadline'],
    ['linux', { HOME: '/home/me', THREADLINE_HOME: '/elsewhere' }, '/elsewhere'],
  ])('on %s with %j', (platform, env, expected) => {
    expect(dataFolder(env, platform)).toBe(expected);
  });

  it.runIf(process.platform !== 'win32')('is for its owner alone, whatever others may do there', async () => {
    const before = process.umask(0);
    try {
      const folder = join(tempFolder(), 'new', 'folder');
      const home = madeHome(tempFolder('home'));
      home.write(1, codexHead(codexId(1)) + turn(1));
      const archive = await tempArchive({ folder, homes: [home.path] });
      await archive.refresh();
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
    } finally {
      process.umask(before);
    }
  });

  it.runIf(process.platform !== 'win32')('is no link, no pipe and no folder', async () => {
    const target = join(tempFolder(), 'target.db');
    writeFileSync(target, '');
    for (const make of [(path: string) => symlinkSync(target, path), (path: string) => mkdirSync(path)]) {
      const folder = tempFolder();
      make(join(folder, 'archive.db'));
      await expect(tempArchive({ folder })).rejects.toMatchObject({ name: 'ThreadlineError' });
    }
    expect(readFileSync(target, 'utf8')).toBe('');
  });

  it('is told in one line where it cannot be written, or is not there', async () => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    await expect(tempArchive({ folder: join(file, 'x') })).rejects.toMatchObject({ code: 'write-failed' });
    await expect(tempArchive({ folder: tempFolder(), readOnly: true })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is read without being written to', async () => {
    const { folder } = await withGone();
    const archive = await tempArchive({ folder, readOnly: true });
    expect(await find(archive, 'session 1')).toBe(3);
    expect(await archive.getSession(key(1))).toMatchObject({ gone: true });
    await expect(archive.refresh()).rejects.toThrow(TypeError);
    chmodSync(folder, 0o700);
    copyFileSync(join(folder, 'archive.db'), join(folder, 'copy'));
  });
});
