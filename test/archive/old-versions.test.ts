import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { codexId } from './made-home.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

/**
 * An archive of every version of the schema, as that version wrote it: three sessions of Codex from a home that is nowhere.
 * They are never made anew once a version is released: people's archives are not either.
 */
const VERSIONS = [1, 2];
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
  });
});
