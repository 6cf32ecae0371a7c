import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openArchive } from 'threadline/archive';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type IndexedViewer, startIndexing } from '../../src/doors/cli/serve/index-beside.ts';
import type { ApiIndexState } from '../../src/doors/server/api-types.ts';
import { claudeHome, sessionId, testFolder } from '../server/claude-home.ts';

/** What the page would be told. */
function fakeViewer() {
  const states: ApiIndexState[] = [];
  const stores: object[] = [];
  const viewer: IndexedViewer = {
    setStore: (store) => stores.push(store),
    beginIndexing: () => {},
    setIndexState: (state) => states.push(state),
    onActivity() {},
  };
  return { viewer, states, stores };
}

function homeAndFolder() {
  const folder = testFolder();
  const home = claudeHome(join(folder, '.claude'));
  home.write(sessionId(1), [{ text: 'one' }]);
  return { homes: [home.path], folder: join(folder, 'data') };
}

describe('indexing beside the viewer', () => {
  it('never says fresh as long as another process keeps it from writing, and comes up to date when that ends', async () => {
    const options = homeAndFolder();
    await (await openArchive(options)).close();
    const lock = new DatabaseSync(join(options.folder, 'archive.db'));
    lock.exec('begin immediate');
    const { viewer, states } = fakeViewer();
    const indexing = startIndexing(viewer, { ...options, retryMs: 50 });
    onTestFinished(() => indexing.stop());
    await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ state: 'indexing', behind: 'busy' }), 30_000);
    expect(states.map(({ state }) => state)).not.toContain('fresh');
    lock.exec('rollback');
    lock.close();
    await vi.waitFor(() => expect(states.at(-1)?.state).toBe('fresh'), 30_000);
    expect(states.at(-1)?.behind).toBe(undefined);
    const archive = await openArchive({ ...options, readOnly: true });
    expect((await archive.listSessions({}, { limit: 5 })).rows).toHaveLength(1);
    await archive.close();
  });

  it('goes on after a fault: what stood in the way may go', async () => {
    const options = homeAndFolder();
    writeFileSync(options.folder, 'in the way for a moment');
    const { viewer, states, stores } = fakeViewer();
    const indexing = startIndexing(viewer, { ...options, retryMs: 50 });
    onTestFinished(() => indexing.stop());
    await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ behind: 'fault' }), 30_000);
    rmSync(options.folder);
    mkdirSync(options.folder, { mode: 0o700 });
    await vi.waitFor(() => expect(states.at(-1)?.state).toBe('fresh'), 30_000);
    expect(stores).toHaveLength(1);
  });
});
