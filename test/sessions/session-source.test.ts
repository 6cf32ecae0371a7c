import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createEventReader } from '../../src/core/wires/event-reader.ts';
import { systemClock } from '../../src/machine/sessions/following/clock.ts';
import { type FollowedFile, systemFiles } from '../../src/machine/sessions/following/followed-file.ts';
import { locateFile } from '../../src/machine/sessions/locate-file.ts';
import { createRowsStore } from '../../src/machine/sessions/rows/rows-store.ts';
import type { SessionTables } from '../../src/machine/sessions/rows/session-tables.ts';
import type { SessionSource } from '../../src/machine/sessions/session-source.ts';
import { sourceOf } from '../../src/machine/sessions/source-of.ts';
import type { AgentStore, SessionFile } from '../../src/machine/sessions/store.ts';

const root = mkdtempSync(join(tmpdir(), 'threadline-source-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

function newFolder(): string {
  made += 1;
  const folder = join(root, String(made));
  mkdirSync(folder);
  return folder;
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(Buffer.from(chunk));
  return Buffer.concat(all);
}

/** Messages and their parts, as several agents keep them: a part belongs right behind its message. */
const TABLES: SessionTables = {
  database: 'kept.db',
  wire: 'codex-rollout',
  sessions: { table: 'session', id: 'id', modified: 'time_updated', cwd: 'directory', parent: 'parent_id' },
  rows: [
    { table: 'session', session: 'id', omit: ['time_updated'] },
    { table: 'message', session: 'session_id', order: ['id'] },
    { table: 'part', session: 'session_id', order: ['message_id', 'id'] },
    { table: 'event', session: 'session_id', order: ['seq'] },
  ],
};

function rowsHome(tables: Partial<SessionTables['sessions']> = {}) {
  const home = newFolder();
  const database = new DatabaseSync(join(home, 'kept.db'));
  database.exec(`pragma journal_mode = wal; pragma synchronous = off;
    create table session(id text primary key, directory text, parent_id text, time_updated int);
    create table message(id text primary key, session_id text, data text);
    create table part(id text primary key, message_id text, session_id text, data text)`);
  const store = createRowsStore({ ...TABLES, sessions: { ...TABLES.sessions, ...tables } });
  const agent: AgentStore = {
    name: 'kept',
    title: 'Kept',
    store: { homes: () => ({ paths: [home], isNamed: true }), ...store },
  };
  const scan = () => store.scan({ path: home, realPath: home }, agent, () => {});
  const source = (id: string): SessionSource => {
    const file = store.find(join(home, 'kept.db', id), agent);
    if (!file) throw new Error(`no session ${id}`);
    return sourceOf(file);
  };
  return { home, database, scan, source };
}

const tablesIn = (bytes: Buffer) =>
  bytes
    .toString()
    .trim()
    .split('\n')
    .map((line) => {
      const { table, row } = JSON.parse(line);
      return `${table} ${row.id}`;
    });

describe('the rows of a session', () => {
  it('stand in one order over all tables, and tables that a database does not have are passed over', async () => {
    const { database, source, scan } = rowsHome();
    database.exec(`insert into part values ('p1', 'm1', 's', 'a'), ('p3', 'm2', 's', 'c'), ('p2', 'm1', 's', 'b');
      insert into message values ('m2', 's', 'second'), ('m1', 's', 'first'), ('m3', 't', 'of another');
      insert into session values ('s', '/project', null, 5), ('t', '/other', 's', 6)`);
    expect(tablesIn(await bytesOf(source('s').read()))).toEqual([
      'session s',
      'message m1',
      'part p1',
      'part p2',
      'message m2',
      'part p3',
    ]);
    expect(scan()).toMatchObject([
      { threadId: 's', cwd: '/project', modified: 5, parentId: undefined },
      { threadId: 't', cwd: '/other', modified: 6, parentId: 's' },
    ]);
    expect(source('t').key).toMatchObject({ agent: 'kept', id: 't' });
    database.close();
  });

  it('have another version after any change of theirs, and after none of another session', () => {
    const { database, source } = rowsHome();
    database.exec(`insert into session values ('s', '/p', null, 1), ('t', '/p', null, 1);
      insert into message values ('m1', 's', 'aaaa'), ('m2', 't', 'aaaa')`);
    const seen = new Set([source('s').look()?.version]);
    const changes = [
      "update message set data = 'aaab' where id = 'm1'",
      "insert into message values ('m9', 's', '')",
      "delete from message where id = 'm9'; update session set directory = '/q' where id = 's'",
      "update message set data = null where id = 'm1'",
      "update message set data = x'00' where id = 'm1'",
    ];
    for (const change of changes) {
      database.exec(change);
      seen.add(source('s').look()?.version);
    }
    expect(seen.size).toBe(changes.length + 1);
    const before = source('s').look();
    database.exec(
      "update message set data = 'bbbb' where id = 'm2'; update session set time_updated = 9 where id = 't'",
    );
    expect(source('s').look()).toEqual(before);
    expect(() => source('u')).toThrow('no session u');
    database.close();
  });

  it('are not read for a look where the agent itself tells versions', () => {
    const { database, source } = rowsHome({ version: 'time_updated' });
    database.exec("insert into session values ('s', '/p', null, 1); insert into message values ('m1', 's', 'a')");
    const { version } = source('s').look() ?? {};
    database.exec("update message set data = 'b'");
    expect(source('s').look()?.version).toBe(version);
    database.exec('update session set time_updated = 2');
    expect(source('s').look()?.version).not.toBe(version);
    database.close();
  });

  it('can be read at any place once opened, and end where one was changed meanwhile', async () => {
    const { database, source } = rowsHome();
    database.exec("insert into session values ('s', '/p', null, 1)");
    const insert = database.prepare("insert into message values (?, 's', ?)");
    for (let n = 0; n < 300; n += 1) insert.run(`m${1000 + n}`, 'ä'.repeat((n * 37) % 4000));
    const bytes = await bytesOf(source('s').read());
    const open = source('s').open?.() as FollowedFile;
    expect(open.look().size).toBe(bytes.length);
    fc.assert(
      fc.property(fc.nat(bytes.length + 10), fc.integer({ min: 1, max: 100_000 }), (from, length) => {
        const buffer = Buffer.alloc(length);
        const read = open.read(buffer, from);
        expect(read > 0 || from >= bytes.length).toBe(true);
        expect(buffer.subarray(0, read).equals(bytes.subarray(from, from + read))).toBe(true);
      }),
      { numRuns: 200 },
    );
    expect((await bytesOf(source('s').read({ from: 1234 }))).equals(bytes.subarray(1234))).toBe(true);
    const last = Buffer.from(await source('s').last(5000));
    expect(last.length).toBeGreaterThanOrEqual(5000);
    expect(bytes.subarray(-last.length).equals(last)).toBe(true);
    database.exec("update message set data = 'short' where id = 'm1299'");
    // So that what it holds is not the end.
    open.read(Buffer.alloc(1), 0);
    expect(open.read(Buffer.alloc(10), bytes.length - 5)).toBe(0);
    database.close();
  });

  it('are followed through any life: what was told since the last reset is what stands there', async () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), text: fc.string({ maxLength: 40 }) }) },
      fc.record({ kind: fc.constant('change' as const), row: fc.nat(20), text: fc.string({ maxLength: 40 }) }),
      fc.record({ kind: fc.constant('remove' as const), row: fc.nat(20) }),
      fc.record({ kind: fc.constant('insert' as const), row: fc.nat(20) }),
      fc.record({ kind: fc.constant('drop' as const) }),
      fc.record({ kind: fc.constant('restart' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { database, source } = rowsHome();
        database.exec("insert into session values ('s', '/p', null, 1)");
        const run = (sql: string, ...values: string[]) => database.prepare(sql).run(...values);
        const follow = (from?: ReturnType<SessionSource['follow']>['checkpoint']) =>
          source('s').follow({
            reader: createEventReader({ raw: true }),
            from,
            clock: systemClock,
            files: systemFiles,
          });
        let told = '';
        let follower = follow();
        let next = 1000;
        const nameOf = (row: number) => `m${1000 + row}`;
        for (const act of [{ kind: 'none' as const }, ...steps]) {
          if (act.kind === 'add') run("insert into message values (?, 's', ?)", `m${++next}`, act.text);
          if (act.kind === 'change') run('update message set data = ? where id = ?', act.text, nameOf(act.row));
          if (act.kind === 'remove') run('delete from message where id = ?', nameOf(act.row));
          if (act.kind === 'insert') run("insert or ignore into message values (?, 's', 'x')", `${nameOf(act.row)}b`);
          if (act.kind === 'drop') database.exec("delete from session where id = 's'");
          if (act.kind === 'restart') follower = follow(JSON.parse(JSON.stringify(follower.checkpoint)));
          for await (const change of follower.look()) {
            if (change.kind === 'reset' || change.kind === 'gone') told = '';
            if (change.kind !== 'outcomes') continue;
            for (const outcome of change.outcomes) told += `${outcome.ok ? outcome.raw : outcome.error.raw}\n`;
          }
          if (act.kind === 'drop') {
            expect(told).toBe('');
            database.exec("insert into session values ('s', '/p', null, 1)");
            follower = follow(follower.checkpoint);
          } else expect(told).toBe((await bytesOf(source('s').read())).toString());
        }
        database.close();
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});

describe('a session that is a file', () => {
  const text = Array.from({ length: 5000 }, (_, n) => `{"n":${n},"text":"${'x'.repeat(n % 50)}"}\n`).join('');

  it.each(['plain', 'packed'])(
    'is the same bytes from any place on, and has an end and a version (%s)',
    async (kind) => {
      const path = join(newFolder(), `s.jsonl${kind === 'packed' ? '.zst' : ''}`);
      writeFileSync(path, kind === 'packed' ? zstdCompressSync(text) : text);
      const source = sourceOf(await locateFile({ path }, {}));
      expect((await bytesOf(source.read())).toString()).toBe(text);
      for (const from of [1, 65_536, 100_000, text.length, text.length + 5]) {
        expect((await bytesOf(source.read({ from }))).toString(), String(from)).toBe(text.slice(from));
      }
      const last = Buffer.from(await source.last(1000)).toString();
      expect(last.length).toBeGreaterThanOrEqual(1000);
      expect(text.endsWith(last)).toBe(true);
      const before = source.look();
      writeFileSync(path, kind === 'packed' ? zstdCompressSync(`${text}\n`) : `${text}\n`);
      expect(source.look()?.version).not.toBe(before?.version);
      rmSync(path);
      expect(source.look()).toBeUndefined();
    },
  );
});

describe('a session whose bytes a server holds', () => {
  it('is read, and followed by its version, without any of its names being looked up', async () => {
    let text = '{"n":1}\n';
    const file = (): SessionFile => ({
      agent: undefined,
      wire: 'auto',
      archived: false,
      path: '/nowhere/a.jsonl',
      realPath: 'source 1',
      home: undefined,
      compressed: false,
      isSuperseded: false,
      size: text.length,
      modified: 1,
      open: async function* () {
        yield Buffer.from(text);
      },
    });
    const source = sourceOf(file());
    expect((await bytesOf(source.read({ from: 2 }))).toString()).toBe('n":1}\n');
    expect(source.look()).toEqual({ version: '8 1', size: 8, modified: 1 });
    const options = { reader: createEventReader({ raw: true }), clock: systemClock, files: systemFiles };
    const follower = source.follow(options);
    const lines = async (from: typeof follower) => {
      let count = 0;
      for await (const change of from.look()) if (change.kind === 'outcomes') count += change.outcomes.length;
      return count;
    };
    expect(await lines(follower)).toBe(1);
    expect(await lines(follower)).toBe(0);
    text += '{"n":2}\n';
    expect(await lines(sourceOf(file()).follow({ ...options, from: follower.checkpoint }))).toBe(1);
  });
});
