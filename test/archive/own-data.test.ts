import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Archive } from 'threadline/archive';
import { describe, expect, it, vi } from 'vitest';
import { readKeptFile } from '../../src/archive/sqlite/kept-file.ts';
import { openDatabase } from '../../src/archive/sqlite/open-database.ts';
import { findFiles } from '../../src/machine/sessions/find-files.ts';
import { isInKnownFile, knownPath, openKnownFile } from '../../src/machine/sessions/known/known-file.ts';
import { hasKnownTables, readKnownRows, writeKnownRows } from '../../src/machine/sessions/known/known-table.ts';
import { codexHead, codexId, codexTurn, madeHome } from './made-home.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

const SECRET = 'xyzzyplugh';
const turn = (number: number, text: string) => codexTurn(number, { ask: text, result: text, answer: text });
const key = (number: number) => ({ agent: 'codex', threadId: codexId(number) });

async function filled() {
  const home = madeHome(tempFolder('home'));
  for (const number of [1, 2, 3]) {
    const text = number === 2 ? `the ${SECRET} of session 2` : `session ${number}`;
    home.write(number, codexHead(codexId(number), { cwd: `/work/${number}` }) + turn(number, text));
  }
  const archive = await tempArchive({ homes: [home.path] });
  await archive.refresh();
  return { home, archive };
}

/** In any of the archive's files: words are in the index as they are; second copies are packed, and are unpacked here. */
function isInBytes(archive: Archive, text: string): boolean {
  return readdirSync(archive.folder, { recursive: true, withFileTypes: true }).some((entry) => {
    if (!entry.isFile()) return false;
    const path = join(entry.parentPath, entry.name);
    if (readFileSync(path).includes(text)) return true;
    return path.endsWith('.zst') && [...readKeptFile(path).blocks].some(({ block }) => block.text.includes(text));
  });
}

const threads = async (archive: Archive) =>
  (await archive.listSessions({}, { limit: 99 })).rows
    .map(({ key: { threadId } }) => Number(threadId.slice(-2)))
    .sort();

describe('forget', () => {
  it('removes rows, texts and words from all files of the archive, and does not take them in again', async () => {
    const { home, archive } = await filled();
    expect(isInBytes(archive, SECRET)).toBe(true);
    writeFileSync(join(archive.folder, 'archive.bad-1.db'), `an old copy with ${SECRET}`);
    expect(await archive.listForget({ session: key(2) })).toMatchObject([{ key: key(2), blocks: 4, gone: false }]);
    expect(await archive.forget({ session: key(2) })).toHaveLength(1);
    expect(isInBytes(archive, SECRET)).toBe(false);
    expect((await archive.search({ text: SECRET, mode: 'exact' }, { limit: 9 })).hits).toEqual([]);
    expect(await archive.verify()).toEqual([]);
    await archive.refresh();
    home.append(2, turn(9, `more of the ${SECRET}`));
    await archive.refresh();
    expect(isInBytes(archive, SECRET)).toBe(false);
    expect(await threads(archive)).toEqual([1, 3]);
    expect((await archive.usage({ by: 'session' })).map(({ key: thread }) => thread)).not.toContain(codexId(2));
    await archive.rebuild();
    expect(await threads(archive)).toEqual([1, 3]);
    expect(isInBytes(archive, SECRET)).toBe(false);
  });

  it('removes second copies of what is gone, and what was left half written', async () => {
    const { home, archive } = await filled();
    home.remove(2);
    await archive.refresh();
    const kept = join(archive.folder, 'kept');
    const copies = readdirSync(kept).filter((name) => name.endsWith('.zst'));
    expect(copies).toHaveLength(1);
    expect([...readKeptFile(join(kept, copies[0] ?? '')).blocks].some(({ block }) => block.text.includes(SECRET))).toBe(
      true,
    );
    writeFileSync(join(kept, `${copies[0]}.1.tmp`), `half of ${SECRET}`);
    await archive.forget({ session: key(2) });
    expect(isInBytes(archive, SECRET)).toBe(false);
    await archive.refresh();
    expect(readdirSync(kept)).toEqual(['decisions.json']);
    expect(await threads(archive)).toEqual([1, 3]);
  });

  it('takes a folder, or what is old, and wants to be told what', async () => {
    const { archive } = await filled();
    await expect(archive.forget({})).rejects.toThrow(TypeError);
    expect(await archive.forget({ project: '/work/1' })).toHaveLength(1);
    expect(await archive.forget({ project: '/work/2/' })).toHaveLength(1);
    expect(await archive.forget({ project: '/work', before: Date.UTC(2020, 0, 1) })).toHaveLength(0);
    expect(await archive.forget({ before: Date.UTC(2030, 0, 1) })).toHaveLength(1);
    expect(await threads(archive)).toEqual([]);
  });

  it('takes a folder whose name has characters beyond 16 bits', async () => {
    const { home, archive } = await filled();
    home.write(4, codexHead(codexId(4), { cwd: '/work/🚀rocket/deep' }) + turn(4, 'the secret plan'));
    await archive.refresh();
    expect(await archive.forget({ project: '/work/🚀rocket' })).toHaveLength(1);
    expect((await archive.search({ text: 'secret plan', mode: 'exact' }, { limit: 9 })).hits).toEqual([]);
  });
});

describe('what is gone', () => {
  it('is kept for ever, for some days, or not at all', async () => {
    const { home, archive } = await filled();
    home.remove(1);
    await archive.refresh();
    expect(await threads(archive)).toEqual([1, 2, 3]);
    await archive.keepDeleted(30);
    expect(await archive.refresh()).toMatchObject({ dropped: 0 });
    await archive.keepDeleted('never');
    expect(await archive.refresh()).toMatchObject({ dropped: 1 });
    expect(await threads(archive)).toEqual([2, 3]);
    // A caller without types.
    await expect(archive.keepDeleted('soon' as 'never')).rejects.toThrow(TypeError);
    await expect(archive.keepDeleted(-1)).rejects.toThrow(TypeError);
  });

  it('is not touched by prune unless it is asked for', async () => {
    const { home, archive } = await filled();
    home.remove(1);
    await archive.refresh();
    await expect(archive.prune({})).rejects.toThrow(TypeError);
    expect(await archive.listPrune({ before: Date.UTC(2030, 0, 1) })).toHaveLength(2);
    await archive.prune({ before: Date.UTC(2030, 0, 1) });
    expect(await threads(archive)).toEqual([1]);
    expect(await archive.prune({ gone: true })).toHaveLength(1);
    expect(await archive.state()).toMatchObject({ sessions: 0, blocks: 0 });
  });

  it('survives that the archive is made anew', async () => {
    const { home, archive } = await filled();
    const before = await archive.readBlocks(key(1), { from: 0, count: 9 });
    const used = await archive.usage({ by: 'session' });
    home.remove(1);
    await archive.refresh();
    await archive.keepDeleted(1000);
    await archive.excludeProject('/nowhere');
    expect(await archive.rebuild()).toMatchObject({ files: 2 });
    expect(await archive.getSession(key(1))).toMatchObject({ gone: true, project: '/work/1' });
    expect(await archive.readBlocks(key(1), { from: 0, count: 9 })).toEqual(before);
    expect((await archive.search({ text: 'session 1', mode: 'exact' }, { limit: 9 })).hits).toHaveLength(3);
    expect(await archive.usage({ by: 'session' })).toEqual(used);
    expect(await archive.state()).toMatchObject({ keepDeleted: 1000, excluded: ['/nowhere'], setAside: [] });
    expect(await archive.verify()).toEqual([]);
  });
});

/** Changes behind a cursor; so many are waited for. */
async function changesSince(archive: Archive, cursor: string, count: number) {
  const stop = new AbortController();
  const seen: { thread: number; cursor: string }[] = [];
  for await (const change of archive.changes(cursor, stop.signal)) {
    seen.push({ thread: Number(change.session.threadId.slice(-2)), cursor: change.cursor });
    if (seen.length === count) stop.abort();
  }
  return seen;
}

describe('a change is told to whoever has seen all those before', () => {
  it.each<[string, (archive: Archive) => Promise<unknown>]>([
    ['forgotten', (archive) => archive.forget({ session: key(3) })],
    ['pruned', (archive) => archive.prune({ gone: true })],
    ['gone for too long', (archive) => archive.keepDeleted('never').then(() => archive.refresh())],
  ])(
    'also when the session that changed last was %s',
    async (_, remove) => {
      const { home, archive } = await filled();
      home.remove(3);
      await archive.refresh();
      const last = (await changesSince(archive, '0', 3)).at(-1);
      expect(last?.thread).toBe(3);
      await remove(archive);
      expect(await threads(archive)).toEqual([1, 2]);
      home.append(1, turn(9, 'more'));
      await archive.refresh();
      expect(await changesSince(archive, last?.cursor ?? '', 1)).toMatchObject([{ thread: 1 }]);
    },
    5000,
  );

  it('also when the archive was made anew', async () => {
    const { home, archive } = await filled();
    for (const number of [9, 10, 11]) {
      home.append(1, turn(number, 'more'));
      await archive.refresh();
    }
    const last = (await changesSince(archive, '0', 3)).at(-1);
    await archive.rebuild();
    const told = await changesSince(archive, last?.cursor ?? '', 3);
    expect(told.map(({ thread }) => thread).sort()).toEqual([1, 2, 3]);
  }, 5000);
});

describe('a folder that is left out', () => {
  it('is not taken in, and is when it no longer is', async () => {
    const { home, archive } = await filled();
    await archive.excludeProject('/work/4');
    home.write(4, codexHead(codexId(4), { cwd: '/work/4/deep' }) + turn(4, 'four'));
    await archive.refresh();
    expect(await threads(archive)).toEqual([1, 2, 3]);
    expect(await archive.refresh()).toMatchObject({ files: 0 });
    await archive.excludeProject('/work/4', false);
    await archive.refresh();
    expect(await threads(archive)).toEqual([1, 2, 3, 4]);
    rmSync(home.path, { recursive: true });
  });
});

describe('what lists keep of sessions', () => {
  const takers: Record<string, (archive: Archive) => Promise<unknown>> = {
    forget: (archive) => archive.forget({ session: key(2) }),
    prune: (archive) => archive.prune({ before: Number.MAX_SAFE_INTEGER }),
    exclude: (archive) => archive.excludeProject('/work/2'),
  };

  it.each(Object.entries(takers))('goes with %s, from the archive and from the cache beside it', async (_, take) => {
    const { home, archive } = await filled();
    const cache = tempFolder('cache');
    vi.stubEnv('THREADLINE_CACHE', cache);
    chmodSync(cache, 0o700);
    const files = findFiles({ homes: [home.path] });
    const rows = files.map((file) => ({
      sort: 'facts' as const,
      file,
      row: { stamp: '', text: SECRET, sum: 0 },
      facts: {},
    }));
    openKnownFile(cache).write({ rows, gone: [] });
    const database = await openDatabase(archive.folder);
    writeKnownRows(database, { rows, gone: [] });
    expect(
      isInKnownFile(
        files.map(({ realPath }) => realPath),
        cache,
      ),
    ).toBe(true);
    expect(readKnownRows(database).size).toBe(3);
    await take(archive);
    expect(hasKnownTables(database)).toBe(false);
    expect(existsSync(knownPath(cache))).toBe(false);
    database.close();
    vi.unstubAllEnvs();
  });
});
