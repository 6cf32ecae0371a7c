import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Archive } from 'threadline/archive';
import { describe, expect, it } from 'vitest';
import { createLineHash } from '../../src/archive/folding/line-hash.ts';
import { unpackOps } from '../../src/archive/folding/packed-ops.ts';
import { event } from '../rollout-lines.ts';
import { codexHead, codexId, codexTurn, jsonLines, madeHome } from './made-home.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

const key = (number: number) => ({ agent: 'codex', threadId: codexId(number) });
const lineOf = (number: number) => `export const written${number} = 'by session ${number}';`;

/** A turn that writes a new file. */
const writing = (number: number, path: string, content: string, call = 'w1') =>
  codexTurn(number, { ask: 'ask', result: 'result', answer: 'answer' }) +
  jsonLines([
    event('patch_apply_end', {
      call_id: call,
      turn_id: `turn-${number}`,
      stdout: '',
      stderr: '',
      success: true,
      status: 'completed',
      changes: { [path]: { type: 'add', content } },
    }),
  ]);

async function filled() {
  const home = madeHome(tempFolder('home'));
  for (const number of [1, 2, 3]) {
    const head = codexHead(codexId(number), { cwd: `/work/${number}` });
    home.write(number, head + writing(number, `/work/${number}/xyzzy${number}.ts`, `${lineOf(number)}\nshared line\n`));
  }
  const archive = await tempArchive({ homes: [home.path] });
  await archive.refresh();
  return { home, archive };
}

function withDatabase<Result>(archive: Archive, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(archive.folder, 'archive.db'));
  try {
    return use(database);
  } finally {
    database.close();
  }
}

const rows = (archive: Archive) =>
  withDatabase(archive, (database) =>
    ['line', 'edit_call', 'edit_path', 'edit_text', 'edit_done', 'edit_orphan'].map((table) =>
      Number(database.prepare(`select count(*) as count from ${table}`).get()?.count),
    ),
  );

/** The number of a line as the file has it. */
function lineBytes(archive: Archive, line: string): Buffer {
  const secret = withDatabase(archive, (database) =>
    String(database.prepare("select value from setting where name = 'line-key'").get()?.value),
  );
  const bytes = Buffer.alloc(6);
  bytes.writeIntBE(createLineHash(secret)(line), 0, 6);
  return bytes;
}

/** In any page of any file of the archive. What is packed is unpacked from its table. */
function isAnywhere(archive: Archive, needle: Buffer | string): boolean {
  const isInFile = readdirSync(archive.folder, { recursive: true, withFileTypes: true }).some(
    (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(needle),
  );
  const packed = withDatabase(archive, (database) => database.prepare('select body from edit_text').all());
  return (
    isInFile || packed.some(({ body }) => JSON.stringify([...(unpackOps(body) ?? [])]).includes(needle.toString()))
  );
}

const names = async (archive: Archive, ...bases: string[]) =>
  (await archive.edits.pathsNamed(bases)).map(({ path }) => path);

describe('the index of lines', () => {
  it('knows who wrote a line, and to which path', async () => {
    const { archive } = await filled();
    expect(await archive.edits.state()).toMatchObject({ sessions: 3, indexed: 3 });
    const votes = await archive.edits.votes([lineOf(2), 'a line of nobody']);
    expect(votes).toMatchObject([{ path: '/work/2/xyzzy2.ts', lines: 1 }]);
    const [path] = await archive.edits.pathsNamed(['xyzzy2.ts']);
    const sessions = await archive.edits.sessionsOf([path?.id ?? 0]);
    expect(sessions).toMatchObject([{ agent: 'codex', threadId: codexId(2) }]);
    const ops = await archive.edits.ops(sessions, [path?.id ?? 0]);
    expect(ops.filter(({ op }) => op.kind === 'write')).toMatchObject([
      { op: { content: `${lineOf(2)}\nshared line\n` } },
    ]);
  });

  it('has the same rows whether a session was taken in at once or while it grew', async () => {
    const { home, archive } = await filled();
    const calls = () =>
      withDatabase(archive, (database) => database.prepare('select id from edit_call order by id').all());
    const before = calls();
    home.append(2, writing(9, '/work/2/more.ts', 'one more line\n', 'w9'));
    await archive.refresh();
    expect(calls().slice(0, 3)).toEqual(before);
    expect(rows(archive)).toEqual([7, 4, 4, 3, 3, 0]);
    home.write(2, codexHead(codexId(2), { cwd: '/work/2' }) + writing(2, '/work/2/other.ts', 'quite another line\n'));
    await archive.refresh();
    expect(await names(archive, 'xyzzy2.ts', 'more.ts', 'other.ts')).toEqual(['/work/2/other.ts']);
    expect(await archive.edits.votes([lineOf(2)])).toEqual([]);
  });

  const ways: [string, (archive: Archive) => Promise<unknown>][] = [
    ['forgotten', (archive) => archive.forget({ session: key(2) })],
    ['pruned', async (archive) => archive.prune({ before: Date.UTC(2030, 0, 1) })],
    ['excluded', (archive) => archive.excludeProject('/work/2')],
  ];
  it.each(ways)('a session that is %s takes its rows with it, out of every page of the file', async (_, remove) => {
    const { archive } = await filled();
    const bytes = lineBytes(archive, lineOf(2));
    expect([isAnywhere(archive, bytes), isAnywhere(archive, lineOf(2))]).toEqual([true, true]);
    await remove(archive);
    withDatabase(archive, (database) => database.exec('pragma wal_checkpoint(truncate)'));
    expect([isAnywhere(archive, bytes), await names(archive, 'xyzzy2.ts')]).toEqual([false, []]);
    const packed = withDatabase(archive, (database) => database.prepare('select body from edit_text').all());
    expect(packed.some(({ body }) => JSON.stringify([...(unpackOps(body) ?? [])]).includes('written2'))).toBe(false);
    await archive.refresh();
    expect(await archive.edits.votes([lineOf(2)])).toEqual([]);
    expect(await archive.verify()).toEqual([]);
  });

  it('what an earlier version of threadline removed goes at the next run', async () => {
    const { home, archive } = await filled();
    withDatabase(archive, (database) => database.exec(`delete from session where thread_id = '${codexId(2)}'`));
    expect(rows(archive)).toEqual([6, 2, 3, 2, 2, 1]);
    home.remove(2);
    await archive.refresh();
    expect(rows(archive)).toEqual([4, 2, 2, 2, 2, 0]);
  });

  it('two archives of the same sessions have other numbers', async () => {
    const [one, other] = [await filled(), await filled()];
    expect(lineBytes(one.archive, 'a line').equals(lineBytes(other.archive, 'a line'))).toBe(false);
  });

  it('texts that are damaged do not keep a session from being forgotten', async () => {
    const { archive } = await filled();
    const bytes = lineBytes(archive, lineOf(2));
    withDatabase(archive, (database) => database.exec("update edit_text set body = x'00'"));
    await archive.forget({ session: key(2) });
    expect(isAnywhere(archive, bytes)).toBe(false);
    expect(await archive.edits.votes([lineOf(1)])).toHaveLength(1);
  });

  it('is made anew with the archive, also for sessions whose files are gone', async () => {
    const { home, archive } = await filled();
    home.remove(2);
    await archive.refresh();
    await archive.rebuild();
    expect(await archive.edits.state()).toMatchObject({ sessions: 3, indexed: 3 });
    expect(await archive.edits.votes([lineOf(2)])).toMatchObject([{ path: '/work/2/xyzzy2.ts', lines: 1 }]);
  });
});
