import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Archive, SourceProblem } from 'threadline/archive';
import { describe, expect, it } from 'vitest';
import { codexHead, codexId, codexTurn, createRandom, madeHome, randomText } from './made-home.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

const turn = (number: number, text: string) => codexTurn(number, { ask: text, result: text, answer: text });
const key = (number: number) => ({ agent: 'codex', threadId: codexId(number) });
const all = { from: 0, count: 99 };

/** An archive of two sessions, the first of which is gone. */
async function withGone(text = 'the first one') {
  const home = madeHome(tempFolder('home'));
  const content = codexHead(codexId(1)) + turn(1, text);
  home.write(1, content);
  home.write(2, codexHead(codexId(2)) + turn(2, 'the second one'));
  const archive = await tempArchive({ homes: [home.path] });
  await archive.refresh();
  const blocks = await archive.readBlocks(key(1), all);
  home.remove(1);
  await archive.refresh();
  return { home, archive, blocks, content, kept: join(archive.folder, 'kept') };
}

const copiesIn = (kept: string): string[] =>
  existsSync(kept) ? readdirSync(kept).filter((name) => name.endsWith('.zst')) : [];
const copyOf = (kept: string): string => join(kept, copiesIn(kept)[0] ?? '');
const gone = async (archive: Archive) => (await archive.getSession(key(1)))?.gone;

async function reopened(archive: Archive, home: { path: string }, onProblem?: (problem: SourceProblem) => void) {
  await archive.close();
  return tempArchive({ folder: archive.folder, homes: [home.path], onProblem });
}

describe('the second copy of a session whose file is gone', () => {
  it('is made for it alone, and for its owner alone', async () => {
    const { kept } = await withGone();
    expect(copiesIn(kept)).toHaveLength(1);
    if (process.platform === 'win32') return;
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    expect(statSync(copyOf(kept)).mode & 0o777).toBe(0o600);
  });

  it('brings the session back when the archive was deleted, with all that was known of it', async () => {
    const { home, archive, blocks } = await withGone();
    const [session, used, touched] = [
      await archive.getSession(key(1)),
      await archive.usage({ by: 'session' }),
      await archive.filesTouched({ session: key(1) }),
    ];
    await archive.close();
    for (const end of ['', '-wal', '-shm']) rmSync(join(archive.folder, `archive.db${end}`), { force: true });
    const next = await reopened(archive, home);
    await next.refresh();
    expect(await next.getSession(key(1))).toEqual(session);
    expect(await next.readBlocks(key(1), all)).toEqual(blocks);
    expect(await next.usage({ by: 'session' })).toEqual(used);
    expect(await next.filesTouched({ session: key(1) })).toEqual(touched);
    expect((await next.search({ text: 'first one', mode: 'exact' }, { limit: 9 })).hits).toHaveLength(3);
    expect(await next.verify()).toEqual([]);
  });

  it('holds sessions of any size', async () => {
    const text = randomText(createRandom(7), 400_000);
    const { home, archive, blocks } = await withGone(text);
    await archive.close();
    writeFileSync(join(archive.folder, 'archive.db'), 'spoilt'.repeat(2000));
    const next = await reopened(archive, home);
    expect(await next.readBlocks(key(1), all)).toEqual(blocks);
    expect(await gone(next)).toBe(true);
  });

  it('goes when the file is back, and comes when it is gone again', async () => {
    const { home, archive, kept, content } = await withGone();
    home.write(1, content + turn(3, 'and more'));
    await archive.refresh();
    expect([await gone(archive), copiesIn(kept)]).toEqual([false, []]);
    home.remove(1);
    await archive.refresh();
    await archive.close();
    rmSync(join(archive.folder, 'archive.db'));
    const next = await reopened(archive, home);
    await next.refresh();
    expect((await next.search({ text: 'and more', mode: 'exact' }, { limit: 9 })).hits).toHaveLength(3);
  });

  it.each<[string, (archive: Archive) => Promise<unknown>]>([
    ['pruned', (archive) => archive.prune({ gone: true })],
    ['dropped', (archive) => archive.keepDeleted('never').then(() => archive.refresh())],
  ])('goes when the session is %s', async (_, remove) => {
    const { archive, kept } = await withGone();
    await remove(archive);
    expect(copiesIn(kept)).toEqual([]);
    await archive.refresh();
    expect(await archive.getSession(key(1))).toBeUndefined();
  });

  it('is told of when it is spoilt, and is made anew', async () => {
    const { home, archive, blocks, kept } = await withGone();
    const bytes = readFileSync(copyOf(kept));
    for (const spoilt of [bytes.fill(0xa5, bytes.length - 20), bytes.subarray(0, 40), Buffer.from('x'), '']) {
      writeFileSync(copyOf(kept), spoilt);
      expect(await archive.verify()).toEqual(['1 second copies of sessions that are gone cannot be read']);
      await archive.rebuild();
      expect(await archive.verify()).toEqual([]);
      expect(await archive.readBlocks(key(1), all)).toEqual(blocks);
    }
    const problems: SourceProblem[] = [];
    await archive.close();
    writeFileSync(copyOf(kept), 'x');
    rmSync(join(archive.folder, 'archive.db'));
    const next = await reopened(archive, home, (problem) => problems.push(problem));
    await next.refresh();
    expect(problems).toMatchObject([{ code: 'damaged' }]);
    expect(await next.getSession(key(2))).toMatchObject({ gone: false });
  });
});

describe('an archive that is made anew', () => {
  it('keeps sessions whose files went since it was last brought up to date', async () => {
    const { home, archive } = await withGone();
    home.remove(2);
    await archive.rebuild();
    expect(await archive.getSession(key(2))).toMatchObject({ gone: true });
    expect((await archive.search({ text: 'second one', mode: 'exact' }, { limit: 9 })).hits).toHaveLength(3);
  });

  it('still leaves out what was to be left out, although the old one cannot be read at all', async () => {
    const { home, archive } = await withGone();
    await archive.forget({ session: key(2) });
    await archive.keepDeleted(1000);
    await archive.excludeProject('/nowhere');
    await archive.close();
    writeFileSync(join(archive.folder, 'archive.db'), 'spoilt'.repeat(2000));
    const next = await reopened(archive, home);
    await next.refresh();
    expect(await next.getSession(key(2))).toBeUndefined();
    expect(await next.state()).toMatchObject({ keepDeleted: 1000, excluded: ['/nowhere'], sources: { forgotten: 1 } });
  });
});
