import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { findFiles } from '../../src/machine/sessions/find-files.ts';
import { isInKnownFile, openKnownFile } from '../../src/machine/sessions/known/known-file.ts';
import { knownAt, listed } from './known-home.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-known-rows-'));
  made.push(folder);
  const [home, cache] = [join(folder, 'home'), join(folder, 'cache')];
  const recorded = new URL('../fixtures/kilo/7.0.33/s1r-raw-wal/session', import.meta.url);
  cpSync(fileURLToPath(recorded), home, { recursive: true });
  const known = () => knownAt(() => openKnownFile(cache), 10_000);
  const paths = () => findFiles({ homes: [home] }).map(({ realPath }) => realPath);
  return { home, cache, known, paths };
}

/** Does what the agent may do, and leaves the database at rest or open. */
function change(home: string, sql: string): DatabaseSync {
  const database = new DatabaseSync(join(home, 'kilo.db'));
  database.exec(sql);
  return database;
}

describe('sessions of a database in a list with what earlier lists learnt', () => {
  it('are told as without it, and nothing of them is learnt again', async () => {
    const { home, cache, known, paths } = place();
    const plain = await listed(home);
    expect(plain).toContain('"agent": "kilo"');
    expect(await listed(home, known())).toBe(plain);
    expect(isInKnownFile(paths(), cache)).toBe(true);
    let learnt = 0;
    const watched = { ...known(), learn: () => (learnt += 1), learnUsage: () => (learnt += 1) };
    expect(await listed(home, watched)).toBe(plain);
    expect(learnt).toBe(0);
  });

  it.each([true, false])('are told as they are at once after each change of a row (agent open: %s)', async (isOpen) => {
    const { home, known } = place();
    let before = await listed(home, known());
    for (const sql of [
      "update part set data = replace(data, 'hello', 'goodbye to all')",
      "update session set time_updated = time_updated + 1000, directory = '/elsewhere'",
      'delete from part where id = (select max(id) from part)',
    ]) {
      const agent = change(home, sql);
      if (!isOpen) agent.close();
      const now = await listed(home, known());
      expect(now).toBe(await listed(home));
      expect(now).not.toBe(before);
      before = now;
      if (isOpen) agent.close();
    }
  });

  it('are forgotten when their agent deletes them', async () => {
    const { home, cache, known, paths } = place();
    await listed(home, known());
    const listedBefore = paths();
    change(home, 'pragma foreign_keys = off; delete from session').close();
    await listed(home, known());
    expect(isInKnownFile(listedBefore, cache)).toBe(false);
  });

  it('stay known after a list of another home, and go with their session or their database', async () => {
    const { home, cache, known, paths } = place();
    await listed(home, known());
    const [kept = '', ...others] = paths();
    const elsewhere = mkdtempSync(join(tmpdir(), 'threadline-known-rows-'));
    made.push(elsewhere);
    await listed(elsewhere, known());
    expect(isInKnownFile([kept], cache)).toBe(true);
    change(home, 'delete from session').close();
    await listed(elsewhere, known());
    for (const path of [kept, ...others]) expect(isInKnownFile([path], cache)).toBe(false);
  });
});
