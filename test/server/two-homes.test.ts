import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from 'threadline/archive';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ApiRows, ApiSessions } from '../../src/doors/server/api-types.ts';
import { claudeHome, sessionId, testFolder } from './claude-home.ts';
import { testViewer } from './test-viewer.ts';

const id = sessionId(1);
const key = `claude/${id}`;
const said = (...texts: string[]) => texts.map((text, at) => ({ text, at }));
const before = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** A home and a backup of it: the name of the backup sorts before and after that of the home. */
function homeAndBackup(backupName: string) {
  const folder = testFolder();
  const home = claudeHome(join(folder, 'middle/.claude'));
  const backup = claudeHome(join(folder, backupName, '.claude'));
  home.write(id, said('one', 'two', 'three'), before(2));
  backup.write(id, said('one'), before(48));
  return { folder, home, backup, homes: [home.path, backup.path] };
}

describe.each(['a-backup', 'z-backup'])('a thread that two homes hold (%s)', (backupName) => {
  it('is one session, and its page shows the copy that was written to last', async () => {
    const { homes } = homeAndBackup(backupName);
    for (const order of [homes, homes.toReversed()]) {
      const { get } = await testViewer({ homes: order });
      await vi.waitFor(async () => expect((await get<ApiSessions>('/api/sessions')).total).toBe(1));
      expect((await get<ApiRows>(`/api/sessions/${key}/rows`)).rows).toHaveLength(3);
    }
  });

  it('shows the other copy once that was written to, and the first again when it is gone', async () => {
    const { homes, backup } = homeAndBackup(backupName);
    const { get } = await testViewer({ homes });
    const rows = async () => (await get<ApiRows>(`/api/sessions/${key}/rows`)).total;
    await vi.waitFor(async () => expect(await rows()).toBe(3));
    backup.append(id, { text: 'restored', at: 60 });
    await vi.waitFor(async () => expect(await rows()).toBe(2), 20_000);
    rmSync(backup.file(id));
    await vi.waitFor(async () => expect(await rows()).toBe(3), 20_000);
    expect((await get<ApiSessions>('/api/sessions')).items).toMatchObject([{ key, title: 'one' }]);
  });

  it('is the same with an archive that knows both, in whatever order it tells of them', async () => {
    const { homes, folder } = homeAndBackup(backupName);
    const archive = await openArchive({ homes, folder: join(folder, 'data'), sameThread: true });
    onTestFinished(() => archive.close());
    await archive.refresh();
    const { get } = await testViewer({ homes, store: archive });
    await vi.waitFor(async () => {
      const { items, total } = await get<ApiSessions>('/api/sessions');
      expect([total, items[0]?.messages]).toEqual([1, 3]);
    });
    expect((await get<ApiRows>(`/api/sessions/${key}/rows`)).total).toBe(3);
  });
});
