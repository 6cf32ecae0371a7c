import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/archive/sqlite/open-database.ts';
import { limits } from '../../src/limits/index.ts';
import { runCli } from '../cli/run-cli.ts';
import { codexHead, codexId, codexTurn, madeHome } from './made-home.ts';
import { isRoot, nobody, saidByProcess } from './said-by-process.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

/** None in `npm test`, where `faults.test.ts` has a disk that is full; some by `.ci/run`, all by `npm run archive-faults`. */
const WRITES = Number(process.env.THREADLINE_WRITES ?? 0);
const SPARSE_BYTES = Number(process.env.THREADLINE_SPARSE_BYTES ?? 30e6);
const isUnix = process.platform !== 'win32';
const canTrace = process.platform === 'linux' && canRun('strace');

const turn = (number: number, said: string) => codexTurn(number, { ask: said, result: said, answer: said });
const key = (number: number) => ({ agent: 'codex', threadId: codexId(number) });

function canRun(program: string): boolean {
  try {
    execFileSync(program, ['-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function canMount(): boolean {
  if (process.platform !== 'linux' || !isRoot) return false;
  const folder = tempFolder('disk');
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  }
}

/** An archive of three sessions, the first of which is gone; closed. */
async function withGone() {
  const home = madeHome(tempFolder('home'));
  for (const number of [1, 2, 3]) home.write(number, codexHead(codexId(number)) + turn(number, `session ${number}`));
  const archive = await tempArchive({ homes: [home.path] });
  await archive.refresh();
  home.remove(1);
  await archive.refresh();
  await archive.close();
  return { home, folder: archive.folder };
}

/** Whoever the processes run as may look into it. */
function giveAway(folder: string): void {
  chmodSync(dirname(folder), 0o755);
  if (!isRoot) return;
  chownSync(folder, nobody, nobody);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(folder, name), nobody, nobody);
  }
}

describe.runIf(isUnix)('a folder that cannot be written to', () => {
  it('is read, and what cannot be is told in one line', async () => {
    const { home, folder } = await withGone();
    giveAway(folder);
    giveAway(home.path);
    chmodSync(folder, 0o500);
    try {
      const read = await saidByProcess(folder, home.path, { read: true, asNobody: true });
      expect(read).toMatchObject({ gone: 1, sessions: 3, wrong: [] });
      const written = await saidByProcess(folder, home.path, { asNobody: true });
      expect(written).toMatchObject({ code: 'write-failed', message: 'the archive cannot be written to', aside: 0 });
    } finally {
      chmodSync(folder, 0o700);
    }
  });

  it('is not read past a log that is left over: what it says may be needed', async () => {
    const { home, folder } = await withGone();
    const writer = await openDatabase(folder);
    writer.exec("insert into setting(name, value) values ('x', 'y')");
    const copy = tempFolder('copy');
    cpSync(folder, copy, { recursive: true });
    writer.close();
    expect(existsSync(join(copy, 'archive.db-wal'))).toBe(true);
    rmSync(join(copy, 'archive.db-shm'));
    giveAway(copy);
    chmodSync(copy, 0o500);
    try {
      const read = await saidByProcess(copy, home.path, { read: true, asNobody: true });
      expect(read).toMatchObject({ code: 'unreadable' });
    } finally {
      chmodSync(copy, 0o700);
    }
  });

  it('is no home for an archive: whatever needs none goes on', async () => {
    const home = madeHome(tempFolder('home'));
    home.write(1, codexHead(codexId(1)) + turn(1, 'here'));
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    const env = { THREADLINE_HOME: join(file, 'below'), CODEX_HOME: home.path, HOME: '/nonexistent' };
    const search = await runCli(['search', 'here'], { env });
    expect(search.exitCode).toBe(4);
    expect(search.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(search.stderr).toContain('cannot keep an archive in');
    expect(await runCli(['sessions'], { env })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await runCli(['show', 'last'], { env })).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe.runIf(isUnix)('homes', () => {
  it('may be read-only, and hold files that nobody may read: those are told', async () => {
    const { home, folder } = await withGone();
    home.write(4, codexHead(codexId(4)) + turn(4, 'session 4'));
    home.append(2, turn(5, 'more'));
    giveAway(folder);
    giveAway(home.path);
    chmodSync(home.file(2), 0o000);
    for (const path of [home.path, dirname(home.file(1))]) chmodSync(path, 0o500);
    try {
      const said = await saidByProcess(folder, home.path, { asNobody: true });
      expect(said).toMatchObject({ gone: 1, sessions: 4, wrong: [] });
      expect(said.problems).toMatchObject([{ code: 'unreadable', path: home.file(2) }]);
    } finally {
      for (const path of [home.path, dirname(home.file(1))]) chmodSync(path, 0o700);
    }
  });

  it('may hold files of any size that take no room', async () => {
    const home = madeHome(tempFolder('home'));
    home.write(1, codexHead(codexId(1)) + turn(1, 'small'));
    home.write(2, codexHead(codexId(2)) + turn(2, 'before the hole'));
    truncateSync(home.file(2), SPARSE_BYTES);
    writeFileSync(home.file(3), '');
    truncateSync(home.file(3), SPARSE_BYTES);
    const archive = await tempArchive({ homes: [home.path] });
    const before = process.memoryUsage().rss;
    await archive.refresh();
    expect(process.memoryUsage().rss - before).toBeLessThan(600e6);
    expect(await archive.getSession(key(1))).toMatchObject({ blocks: 4, problems: 0 });
    const isOpened = SPARSE_BYTES <= limits.maxFileHoleBytes;
    expect(await archive.getSession(key(2))).toMatchObject({ blocks: isOpened ? 4 : 0 });
    expect(await archive.verify()).toEqual([]);
  }, 300_000);
});

describe('a clock that jumps', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('loses nothing and takes nothing in twice', async () => {
    const { home, folder } = await withGone();
    const archive = await tempArchive({ folder, homes: [home.path] });
    for (const year of [2040, 1980, 2026, 1970]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(year, 0, 1) });
      home.append(2, turn(year, `in ${year}`));
      expect(await archive.refresh()).toMatchObject({ files: 1, gone: 0, dropped: 0 });
      expect(await archive.refresh()).toMatchObject({ files: 0 });
      expect(await archive.getSession(key(1))).toMatchObject({ gone: true, status: 'done' });
    }
    for (const year of [2040, 1980, 2026, 1970]) {
      const { hits } = await archive.search({ text: `in ${year}`, mode: 'exact' }, { limit: 9 });
      expect(hits, String(year)).toHaveLength(3);
    }
    expect(await archive.verify()).toEqual([]);
  });
});

describe.runIf(canTrace && WRITES > 0)('a disk that is full', () => {
  // SQLite writes with the one, second copies are made sure of with the other.
  it.each(['pwrite64', 'fsync'])(
    'from the nth %s on is told, and does no harm',
    async (call) => {
      const { home, folder } = await withGone();
      for (const number of [2, 3]) home.append(number, turn(9, 'x'.repeat(20_000)));
      home.remove(2);
      const spare = tempFolder('spare');
      cpSync(folder, spare, { recursive: true });
      // The nth call and all after it fail, for n = 1, 2, … until none is left.
      for (let count = 1; count <= WRITES; count += 1) {
        rmSync(folder, { recursive: true });
        cpSync(spare, folder, { recursive: true });
        const below = ['strace', '-f', '-o', '/dev/null', '-e', `inject=${call}:error=ENOSPC:when=${count}+`];
        const said = await saidByProcess(folder, home.path, { below });
        const isTold = said.unfinished === 'disk-full' || said.code === 'write-failed';
        expect(said.aside, `${call} ${count}`).toBe(0);
        const after = await saidByProcess(folder, home.path);
        expect(after, `${call} ${count}`).toMatchObject({ gone: 2, sessions: 3, wrong: [], aside: 0 });
        if (isTold) continue;
        expect(count, 'the disk was never full').toBeGreaterThan(1);
        break;
      }
    },
    600_000,
  );
});

describe.runIf(canMount())('a disk without room for an archive', () => {
  it.each(['4k', '8k', '16k', '64k'])('of %s is told in one line', async (size) => {
    const folder = tempFolder('disk');
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
    try {
      const home = madeHome(tempFolder('home'));
      home.write(1, codexHead(codexId(1)) + turn(1, 'session 1'));
      const env = { CODEX_HOME: home.path, HOME: '/nonexistent', THREADLINE_HOME: join(folder, 'archive') };
      const stderr = 'threadline: the disk is full: the archive is not up to date\n';
      expect(await runCli(['search', 'session'], { env })).toEqual({ exitCode: 4, stdout: '', stderr });
    } finally {
      execFileSync('umount', [folder]);
    }
  });
});

describe('a Node without FTS5', () => {
  it('says so in one line, and whatever needs no archive goes on', async () => {
    const { home, folder } = await withGone();
    const preload = new URL('../fakes/node-without-fts5.mjs', import.meta.url).href;
    const env = {
      CODEX_HOME: home.path,
      HOME: '/nonexistent',
      NODE_OPTIONS: `--import=${preload}`,
      THREADLINE_HOME: tempFolder(),
    };
    const line = `threadline: the archive needs a Node whose SQLite has FTS5: 22.16 or later, this is ${process.version}\n`;
    expect(await runCli(['search', 'session'], { env })).toEqual({ exitCode: 4, stdout: '', stderr: line });
    expect(await runCli(['archive', 'index'], { env })).toMatchObject({ exitCode: 4, stderr: line });
    expect(await runCli(['sessions'], { env })).toMatchObject({ exitCode: 0 });
    expect(await runCli(['show', 'last'], { env })).toMatchObject({ exitCode: 0 });
    // One that another Node made is not harmed, and what needs no words is still read from it.
    const made = { ...env, THREADLINE_HOME: folder };
    expect(await runCli(['search', 'session'], { env: made })).toMatchObject({ exitCode: 4, stderr: line });
    expect((await runCli(['sessions', '--all'], { env: made })).stdout).toContain('session 1');
    expect(await saidByProcess(folder, home.path)).toMatchObject({ gone: 1, sessions: 3, wrong: [], aside: 0 });
  });
});
