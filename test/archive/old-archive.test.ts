import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Archive } from 'threadline/archive';
import { describe, expect, it } from 'vitest';
import { keptKey } from '../../src/archive/sqlite/write-session.ts';
import { answersOf, asFoldedBefore } from '../old-data/answers.ts';
import { OLD_PLACE, oldAnswers, oldVersions, placeOldArchive, placeOldHomes } from '../old-data/fixture.ts';
import { forgottenThread, HOMES } from '../old-data/homes.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

function oldFolder(version: string): string {
  const folder = tempFolder();
  placeOldArchive(version, folder);
  return folder;
}

/** An old archive as it would be if the homes had stood elsewhere: its second copies name the place that they were in. */
function movedArchive(version: string, place: string): string {
  const folder = oldFolder(version);
  rmSync(join(folder, 'kept'), { recursive: true });
  const database = new DatabaseSync(join(folder, 'archive.db'));
  const moved = (column: string) => `${column} = replace(${column}, '${OLD_PLACE}/', '${place}/')`;
  database.exec(`update source set ${moved('home')}, ${moved('path')}; update session set ${moved('home')}`);
  const forgotten = (home: string) => keptKey({ agent: 'codex', threadId: forgottenThread, home });
  const { changes } = database
    .prepare('update forgotten set key = ? where key = ?')
    .run(forgotten(`${place}/.codex`), forgotten(`${OLD_PLACE}/.codex`));
  expect(changes).toBe(1);
  database.close();
  return folder;
}

const goneOf = async (archive: Archive): Promise<string[]> =>
  (await archive.listSessions({ subagents: true, gone: true }, { limit: 1000 })).rows.map(({ key }) => key.threadId);

describe.each(oldVersions())('an archive that threadline %s made', (version) => {
  const expected = oldAnswers(version, 'archive');

  it('gives the same sessions, texts, hits and usage', async () => {
    const archive = await tempArchive({ folder: oldFolder(version) });
    expect(await answersOf(archive)).toMatchObject(expected);
    await archive.refresh();
    expect(await answersOf(archive)).toMatchObject(expected);
    expect(await archive.verify()).toEqual([]);
  });

  it('is read where nothing may be written', async () => {
    const folder = oldFolder(version);
    const before = readFileSync(join(folder, 'archive.db'));
    const archive = await tempArchive({ folder, readOnly: true });
    expect(await answersOf(archive)).toMatchObject(expected);
    await archive.close();
    expect(readFileSync(join(folder, 'archive.db')).equals(before)).toBe(true);
  });

  it('keeps everything when all files are gone since', async () => {
    const place = tempFolder('you');
    placeOldHomes(version, place);
    for (const path of ['sessions', 'projects', 'tmp']) {
      for (const home of HOMES) rmSync(join(place, home, path), { recursive: true, force: true });
    }
    const homes = HOMES.map((home) => join(place, home));
    const archive = await tempArchive({ folder: movedArchive(version, place), homes });
    await archive.refresh();
    expect(await goneOf(archive)).toHaveLength(expected.sessions.length);
    const { texts, searches, usage } = await answersOf(archive);
    expect(Object.values(texts)).toMatchObject(Object.values(expected.texts));
    expect(searches.map(({ hits }) => hits.map(({ match }) => match))).toEqual(
      expected.searches.map(({ hits }) => hits.map(({ match }) => match)),
    );
    expect(usage).toEqual(expected.usage);
  });

  it('takes its files in again, and keeps what is gone and what was forgotten', async () => {
    const place = tempFolder('you');
    placeOldHomes(version, place);
    const homes = HOMES.map((home) => join(place, home));
    const archive = await tempArchive({ folder: movedArchive(version, place), homes });
    const gone = await goneOf(archive);
    const { files } = await archive.refresh();
    expect(files).toBeGreaterThan(0);
    expect(await goneOf(archive)).toEqual(gone);
    const { sessions, texts, usage, searches } = await answersOf(archive);
    expect(searches.map(({ hits }) => hits.map(({ match, message, kind }) => [match, message, kind]))).toEqual(
      expected.searches.map(({ hits }) => hits.map(({ match, message, kind }) => [match, message, kind])),
    );
    expect(sessions.map(({ key }) => key.threadId)).toEqual(expected.sessions.map(({ key }) => key.threadId));
    expect(sessions.map(({ key }) => key.threadId)).not.toContain(forgottenThread);
    expect(Object.values(texts).map(asFoldedBefore)).toMatchObject(Object.values(expected.texts).map(asFoldedBefore));
    expect(usage).toEqual(expected.usage);
  });

  it('is made anew when it is damaged, out of its second copies', async () => {
    const folder = oldFolder(version);
    rmSync(join(folder, 'archive.db'));
    const archive = await tempArchive({ folder });
    await archive.refresh();
    const gone = expected.sessions.filter((session) => session.gone);
    expect(gone.length).toBeGreaterThan(2);
    for (const { key } of gone) {
      const blocks = await archive.readBlocks(key, { from: 0, count: 1000 });
      expect(blocks).toMatchObject(expected.texts[`${key.agent} ${key.threadId} ${key.home}`] ?? []);
    }
  });
});
