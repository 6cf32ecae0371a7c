import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listSessions, loadSession } from 'threadline/sessions';
import { expect, it } from 'vitest';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { rollouts, tempHome } from '../sessions/temp-home.ts';

const shared = fileURLToPath(new URL('../../../shared/recordings/codex/', import.meta.url));

it('finds, lists and loads every rollout of the shared recordings', { timeout: 300_000 }, async (context) => {
  if (!existsSync(shared)) context.skip(WITHOUT_SHARED);
  let sessions = 0;
  for (const meta of globSync('*/*/meta.json', { cwd: shared }).sort()) {
    const recording = meta.replace(/\/meta\.json$/, '');
    const kept = rollouts(recording, shared).filter(({ file }) => existsSync(join(shared, recording, file)));
    if (kept.length === 0) continue;
    const home = tempHome();
    for (const { file, original } of kept) home.copy(join(shared, recording, file), original);
    const listed = await listSessions({ homes: [home.path] });
    expect(listed.map(({ path }) => path).sort(), recording).toEqual(
      kept.map(({ original }) => join(home.path, original)).sort(),
    );
    for (const { id, size, problems } of listed) {
      sessions += 1;
      expect(
        problems.map(({ code }) => code),
        recording,
      ).toEqual(size === 0 ? ['empty-file'] : []);
      const first = await loadSession(id, { homes: [home.path], all: true });
      if (size > 0) expect(first.length, recording).toBeGreaterThan(0);
      expect(JSON.stringify(await loadSession(id, { homes: [home.path], all: true }))).toBe(JSON.stringify(first));
    }
  }
  expect(sessions).toBeGreaterThan(600);
});
