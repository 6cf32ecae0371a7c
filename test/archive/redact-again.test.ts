import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Archive } from 'threadline/archive';
import { describe, expect, it } from 'vitest';
import { createChunkReader } from '../../src/archive/sqlite/chunks.ts';
import { createStatements } from '../../src/archive/sqlite/statements.ts';
import { makeSecret, tracesOf } from '../made-secrets.ts';
import { gameHome } from '../mcp/game-home.ts';
import { codexHead, codexId, codexTurn, madeHome } from './made-home.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

const made = makeSecret('github-token', 5);
const key = (number: number) => ({ agent: 'codex', threadId: codexId(number) });

/** Leaves an archive as a migration from version 2 leaves one: all texts in one index, and none looked at. */
function undoRedaction({ folder }: Archive): void {
  const database = new DatabaseSync(join(folder, 'archive.db'));
  const statements = createStatements(database);
  const read = createChunkReader(statements);
  for (const row of statements.all('select * from block where secret > 0')) {
    const [start, length] = [Number(row.start), Number(row.length)];
    const text = read(Number(row.chunk_id)).toString('utf8', start, start + length);
    statements.run('delete from word where rowid = ?', row.id);
    statements.run('insert into word(rowid, text) values (?, ?)', row.id, text);
    statements.run('delete from secret_word where rowid = ?', row.id);
  }
  database.exec(`delete from redacted_block; update block set secret = 0; update chunk set secret = 0; delete from vocabulary;
    update session set redaction = null, redacted_prompt = null; update touched set redacted = null`);
  database.close();
}

function readNote({ folder }: Archive): string {
  const database = new DatabaseSync(join(folder, 'archive.db'), { readOnly: true });
  const row = database.prepare("select value from setting where name = 'redaction-of-rules'").get();
  database.close();
  return String(row?.value);
}

function writeNote({ folder }: Archive, note: string): void {
  const database = new DatabaseSync(join(folder, 'archive.db'));
  database.prepare("update setting set value = ? where name = 'redaction-of-rules'").run(note);
  database.close();
}

/** All that others can read of an archive. */
async function toldBy(archive: Archive): Promise<unknown[]> {
  const store = archive.redacted();
  const { rows } = await store.listSessions({ subagents: true }, { limit: 100 });
  const texts = rows.map(({ key: session }) => store.readBlocks(session, { from: 0, count: 10_000 }));
  const files = (await store.filesTouched({})).map(({ path }) => path);
  return [rows.map(({ title, firstPrompt }) => [title, firstPrompt]), await Promise.all(texts), files];
}

const wordsOf = ({ folder }: Archive, table: string): string[] => {
  const database = new DatabaseSync(join(folder, 'archive.db'), { readOnly: true });
  const rows = database.prepare(`select term from ${table}`).all();
  database.close();
  return rows.map(({ term }) => String(term));
};

describe('an archive whose texts were redacted by other rules', () => {
  it('tells others nothing of them and says so, until an index run has looked at them again', async () => {
    const home = madeHome(tempFolder('home'));
    const turn = codexTurn(1, { ask: `zebra ${made.text}`, result: made.text, answer: 'zebra' });
    home.write(1, codexHead(codexId(1)) + turn);
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    const others = archive.redacted();
    const search = () => others.search({ text: 'zebra', mode: 'words' }, { limit: 9 });
    expect(await search()).toMatchObject({ hits: [{ seq: 3 }, { seq: 0 }], searched: { sessions: 1, of: 1 } });
    expect((await search()).unredacted).toBeUndefined();
    undoRedaction(archive);
    expect(await search()).toMatchObject({ hits: [], unredacted: 1, searched: { sessions: 0, of: 1 } });
    expect(await others.readBlocks(key(1), { from: 0, count: 9 })).toEqual([]);
    const row = await others.getSession(key(1));
    expect(row).toMatchObject({ unredacted: true });
    expect(row?.firstPrompt).toBeUndefined();
    // Its owner has everything all the time.
    expect((await archive.search({ text: made.secret, mode: 'exact' }, { limit: 9 })).hits).toHaveLength(2);
    await archive.refresh();
    expect(await search()).toMatchObject({ hits: [{ seq: 3 }, { seq: 0 }] });
    expect((await archive.search({ text: made.secret, mode: 'exact' }, { limit: 9 })).hits).toHaveLength(2);
    expect(await archive.verify()).toEqual([]);
  });

  it.each([
    ['of other rules', '0.0.0 0123456789ab'],
    ['of a version that the rules never had', undefined],
    ['that is none', 'x'],
  ])('is looked at again whatever it noted of the rules: a note %s', async (_, note) => {
    const home = madeHome(tempFolder('home'));
    const turn = codexTurn(1, { ask: `zebra ${made.text}`, result: made.text, answer: 'zebra' });
    home.write(1, codexHead(codexId(1)) + turn);
    const archive = await tempArchive({ homes: [home.path], sameThread: false, fewInSameThread: true });
    await archive.refresh();
    const noted = readNote(archive);
    expect(noted).toMatch(/^\d+\.\d+\.\d+ [0-9a-f]{12}$/);
    const told = await toldBy(archive);
    undoRedaction(archive);
    writeNote(archive, note ?? noted.replace(/ .*/, ' 0123456789ab'));
    await archive.refresh();
    expect(await toldBy(archive)).toEqual(told);
    expect(readNote(archive)).toBe(noted);
  });

  it('is then as one that was made by the present rules, and no word of a secret is left among the others', async () => {
    const home = tempFolder('home');
    gameHome(home, made);
    const fresh = await tempArchive({ homes: [home] });
    await fresh.refresh();
    const archive = await tempArchive({ homes: [home] });
    await archive.refresh();
    undoRedaction(archive);
    const traces = tracesOf(made).map((trace) => trace.toLowerCase());
    const holdsTrace = (word: string) => traces.some((trace) => word.includes(trace));
    expect(wordsOf(archive, 'word_list').filter(holdsTrace)).not.toEqual([]);
    // Where a text was cut its file is read again, by the run after.
    await archive.refresh();
    await archive.refresh();
    expect(await toldBy(archive)).toEqual(await toldBy(fresh));
    expect(JSON.stringify(await toldBy(archive)).toLowerCase()).not.toContain(traces[0]);
    expect(wordsOf(archive, 'word_list').filter(holdsTrace)).toEqual([]);
    expect(wordsOf(archive, 'secret_word_list').filter(holdsTrace)).not.toEqual([]);
    expect(await archive.verify()).toEqual([]);
  });

  it('tells no half of a secret at a cut where the file is gone', async () => {
    const home = madeHome(tempFolder('home'));
    const line = 'nothing\n';
    // The cut of a result is 64 KiB after its beginning: within the secret.
    const result = `${line.repeat(8 * 1024 - 2)}${made.secret}${line.repeat(40_000)}`;
    home.write(1, codexHead(codexId(1)) + codexTurn(1, { ask: 'zebra', result, answer: 'done' }));
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    const texts = async () =>
      (await archive.redacted().readBlocks(key(1), { from: 0, count: 9 })).map(({ text }) => text).join('\n');
    expect((await texts()).includes('[redacted:git')).toBe(true);
    home.remove(1);
    await archive.refresh();
    undoRedaction(archive);
    await archive.refresh();
    const told = await texts();
    expect(told.includes('[redacted:piece]\n[')).toBe(true);
    expect(told.includes(made.secret.slice(0, 8))).toBe(false);
    expect((await archive.search({ text: made.secret.slice(0, 12), mode: 'exact' }, { limit: 9 })).hits).toHaveLength(
      1,
    );
  });
});
