import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  isInKnownFile,
  knownPath,
  openKnownFile,
  removeKnownFile,
} from '../../src/machine/sessions/known/known-file.ts';
import { createRandom } from '../property/random.ts';
import { changes, fillHome, knownAt, listed, sessionFiles } from './known-home.ts';

/** Longer than a tick of a file system's clock. */
const TICK_MS = 15;
const LATER_MS = 10_000;
/** More with THREADLINE_KNOWN=1000. */
const ROUNDS = Number(process.env.THREADLINE_KNOWN ?? 12);

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-known-'));
  made.push(folder);
  const [home, cache] = [join(folder, 'home'), join(folder, 'cache')];
  fillHome(home);
  const known = (later = LATER_MS, version = '1') => knownAt(() => openKnownFile(cache), later, version);
  return { home, cache, known };
}

describe('a list of sessions with what earlier lists learnt', () => {
  it('says the same as one without, whatever happens to the files and the clock', async () => {
    const { pick } = createRandom(23);
    const { home, known } = place();
    for (let round = 0; round < ROUNDS; round += 1) {
      const later = pick([LATER_MS, LATER_MS, 0, -3_600_000, 365 * 86_400_000]);
      const plain = await listed(home);
      expect(await listed(home, known(later))).toBe(plain);
      expect(await listed(home, known())).toBe(plain);
      expect(await listed(home, known(LATER_MS, pick(['1', '2'])))).toBe(plain);
      await wait(TICK_MS);
      const files = sessionFiles(home);
      if (files.length < 4) fillHome(home);
      else pick(changes)(pick(files));
    }
  });

  it('learns nothing of files that are known', async () => {
    const { home, known } = place();
    const first = await listed(home, known());
    let learnt = 0;
    const again = known();
    const watched = { ...again, learn: () => (learnt += 1), learnUsage: () => (learnt += 1) };
    expect(await listed(home, watched)).toBe(first);
    expect(learnt).toBe(0);
  });

  it('keeps nothing of a file that was just written, or has problems', async () => {
    const { home, cache, known } = place();
    await listed(home, known(0));
    expect(existsSync(knownPath(cache))).toBe(false);
    for (const path of sessionFiles(home)) writeFileSync(path, 'no session\n');
    await listed(home, known());
    expect(isInKnownFile(sessionFiles(home), cache)).toBe(false);
  });

  it('drops what it knows of a file that is gone', async () => {
    const { home, cache, known } = place();
    await listed(home, known());
    const [path = ''] = sessionFiles(home);
    expect(isInKnownFile([path], cache)).toBe(true);
    rmSync(path);
    await listed(home, known());
    expect(isInKnownFile([path], cache)).toBe(false);
    removeKnownFile(cache);
    expect(existsSync(knownPath(cache))).toBe(false);
  });

  it('keeps its file to its owner, in a folder of its own', async () => {
    const { home, cache, known } = place();
    await listed(home, known());
    expect(lstatSync(cache).mode & 0o777).toBe(0o700);
    expect(lstatSync(knownPath(cache)).mode & 0o777).toBe(0o600);
  });
});

describe('a cache that cannot be used', () => {
  const damages: Record<string, (path: string, cache: string) => void> = {
    'is garbage': (path) => writeFileSync(path, 'x'.repeat(20_000)),
    'is empty': (path) => writeFileSync(path, ''),
    'is cut off': (path) => writeFileSync(path, readFileSync(path).subarray(0, 5000)),
    'has other bytes in the middle': (path) => {
      const bytes = readFileSync(path);
      for (let at = 4096; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0x20;
      writeFileSync(path, bytes);
    },
    'has other texts': (path) => change(path, "update known_session set text = replace(text, 'e', 'a')"),
    'has other tables': (path) => change(path, 'drop table known_session; create table known_session(path)'),
    'has values of other types': (path) =>
      change(
        path,
        "drop table known_session; create table known_session(path, stamp, text, sum); insert into known_session values (1, 2, null, x'00')",
      ),
    'has another version': (path) => change(path, 'pragma user_version = 99'),
    'is a database of something else': (path) => change(path, 'pragma application_id = 1'),
    'is a folder': (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    'lies in a folder that is a file': (_, cache) => {
      rmSync(cache, { recursive: true });
      writeFileSync(cache, '');
    },
    'can be written to by others': (path) => chmodSync(path, 0o666),
    'is being written to': (path) => {
      const database = new DatabaseSync(path);
      database.exec('begin exclusive');
      made.push(path);
    },
  };

  function change(path: string, sql: string): void {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  }

  it.each(Object.entries(damages))('changes nothing: it %s', async (_, damage) => {
    const { home, cache, known } = place();
    const plain = await listed(home);
    expect(await listed(home, known())).toBe(plain);
    damage(knownPath(cache), cache);
    expect(await listed(home, known())).toBe(plain);
    expect(await listed(home, known())).toBe(plain);
  });
});
