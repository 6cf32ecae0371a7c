import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../src/archive/sqlite/migrate.ts';
import { ThreadlineError } from '../../src/errors.ts';
import { codexId } from './made-home.ts';
import { saidByProcess } from './said-by-process.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

/**
 * An archive of every version of the schema, as that version wrote it: three sessions of Codex from a home that is nowhere.
 * They are never made anew once a version is released: people's archives are not either.
 */
const VERSIONS = [1, 2, 3];
const ANSWERS = { text: 'answered', mode: 'words' } as const;
const key = (number: number) => ({ agent: 'codex', threadId: codexId(number) });

function oldArchive(version: number): string {
  const folder = tempFolder();
  const packed = readFileSync(new URL(`versions/version-${version}.db.zst`, import.meta.url));
  writeFileSync(join(folder, 'archive.db'), zstdDecompressSync(packed), { mode: 0o600 });
  return folder;
}

describe.each(VERSIONS)('an archive of version %i', (version) => {
  it('is read without being written to', async () => {
    const archive = await tempArchive({ folder: oldArchive(version), readOnly: true });
    expect((await archive.listSessions({}, { limit: 9 })).rows).toHaveLength(3);
    expect((await archive.readBlocks(key(2), { from: 0, count: 9 })).map(({ text }) => text)).toContain(
      'asked in session 2',
    );
    for (const mode of ['words', 'exact'] as const) {
      const { hits } = await archive.search({ text: 'answered in session 3', mode, role: 'assistant' }, { limit: 9 });
      expect(hits, mode).toMatchObject([{ session: key(3), role: 'assistant', kind: 'text' }]);
    }
    // Nobody else is told anything of it: the present rules of redaction have not looked at it.
    const others = archive.redacted();
    expect(await others.search(ANSWERS, { limit: 9 })).toMatchObject({ hits: [], unredacted: 3 });
    expect(await others.readBlocks(key(2), { from: 0, count: 9 })).toEqual([]);
    expect(await others.filesTouched({})).toEqual([]);
  });

  it('keeps its sessions, texts and words though their files are nowhere', async () => {
    const archive = await tempArchive({ folder: oldArchive(version) });
    await archive.refresh();
    expect(await archive.verify()).toEqual([]);
    const { rows } = await archive.listSessions({}, { limit: 9 });
    expect(rows.map(({ key: { threadId }, project }) => [threadId, project]).sort()).toEqual(
      [1, 2, 3].map((number) => [codexId(number), `/work/${number}`]),
    );
    for (const mode of ['phrase', 'exact'] as const) {
      const { hits } = await archive.search({ text: 'answered in session 3', mode }, { limit: 9 });
      expect(hits, mode).toMatchObject([{ session: key(3) }]);
    }
    const others = archive.redacted();
    expect((await others.search(ANSWERS, { limit: 9 })).hits).toHaveLength(3);
    expect(await others.readBlocks(key(2), { from: 0, count: 9 })).toHaveLength(4);
  });
});

/** Of the first version, whose tables have another form: opening it migrates it. */
describe('a migration', () => {
  const versionOf = (folder: string): number => {
    const database = new DatabaseSync(join(folder, 'archive.db'), { readOnly: true });
    const { user_version: version } = database.prepare('pragma user_version').get() ?? {};
    database.close();
    return Number(version);
  };

  it('that fails leaves the old file as it was, and the next one succeeds', async () => {
    const folder = oldArchive(1);
    const path = join(folder, 'archive.db');
    // A table that stands where the migration puts one.
    const obstacle = new DatabaseSync(path);
    obstacle.exec('create table first_chunk(id int)');
    obstacle.close();
    const before = readFileSync(path);
    await expect(tempArchive({ folder })).rejects.toThrow(ThreadlineError);
    expect(readFileSync(path).equals(before)).toBe(true);
    const removal = new DatabaseSync(path);
    removal.exec('drop table first_chunk');
    removal.close();
    const archive = await tempArchive({ folder });
    const { hits } = await archive.search({ text: 'answered in session 3', mode: 'exact' }, { limit: 9 });
    expect(hits).toMatchObject([{ session: key(3) }]);
  });

  it.skipIf(process.platform === 'win32')('for which there is no room leaves the old file readable', async () => {
    for (const kilobytes of [8, 64]) {
      const folder = oldArchive(1);
      // The largest file that the process may write stands for a disk that is full.
      const below = ['bash', '-c', `ulimit -f ${kilobytes}; exec "$0" "$@"`];
      const said = await saidByProcess(folder, folder, { below });
      expect(said, `${kilobytes} kB`).toMatchObject({ aside: 0, code: 'write-failed' });
      expect(versionOf(folder)).toBe(1);
      const archive = await tempArchive({ folder });
      expect((await archive.listSessions({}, { limit: 9 })).rows).toHaveLength(3);
      expect(await archive.verify()).toEqual([]);
    }
  });

  it('happens once, however many processes open the archive at that time', async () => {
    const folder = oldArchive(1);
    // Both saw the first version before one of them migrated it.
    const opened = [1, 2].map(() => new DatabaseSync(join(folder, 'archive.db')));
    for (const database of opened) migrate(database);
    for (const database of opened) database.close();
    expect(await saidByProcess(folder, folder)).toMatchObject({ aside: 0, sessions: 3, wrong: [] });
  });
});
