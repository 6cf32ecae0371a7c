import { createHash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createEventReader } from 'threadline';
import { afterAll, describe, expect, it } from 'vitest';
import type { FollowChange } from '../../src/machine/sessions/following/follow-change.ts';
import { systemFiles } from '../../src/machine/sessions/following/followed-file.ts';
import { databaseStamp } from '../../src/machine/sessions/rows/database-files.ts';
import { listing } from '../../src/machine/sessions/rows/session-rows.ts';
import type { SessionSource } from '../../src/machine/sessions/session-source.ts';
import type { AgentStore, SessionFile } from '../../src/machine/sessions/store.ts';
import { opencodeTables } from '../../src/machine/sessions/stores/opencode/tables.ts';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';

const root = mkdtempSync(join(tmpdir(), 'threadline-opencode-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const fixture = (path: string) => fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));
let made = 0;

function newHome(): string {
  made += 1;
  const home = join(root, String(made));
  mkdirSync(home);
  return home;
}

function agentNamed(name: string): AgentStore {
  const agent = agentStores.find((known) => known.name === name);
  if (!agent) throw new Error(`no agent ${name}`);
  return agent;
}

function scan(name: string, home: string): SessionFile[] {
  const problems: string[] = [];
  const files = agentNamed(name).store.scan({ path: home, realPath: home }, agentNamed(name), (problem) =>
    problems.push(problem.message),
  );
  expect(problems).toEqual([]);
  return files;
}

async function textOf(source: SessionSource | undefined): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of source?.read() ?? []) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** The tables of OpenCode 1.2, as far as they are read. */
function newDatabase(home: string): DatabaseSync {
  const database = new DatabaseSync(join(home, 'opencode.db'));
  database.exec(`pragma journal_mode = wal; pragma synchronous = off;
    create table session(id text primary key, project_id text, parent_id text, slug text, directory text, title text,
      version text, time_created int, time_updated int, time_archived int);
    create table message(id text primary key, session_id text, time_created int, time_updated int, data text);
    create table part(id text primary key, message_id text, session_id text, time_created int, time_updated int, data text);
    create index part_session_idx on part(session_id); create index message_session_idx on message(session_id)`);
  return database;
}

function put(database: DatabaseSync, table: 'message' | 'part', id: string, data: object, message = ''): void {
  const now = Date.now();
  const ids = table === 'part' ? [id, message, 'ses_a'] : [id, 'ses_a'];
  database
    .prepare(`insert into ${table} values (${ids.map(() => '?').join(', ')}, ?, ?, ?)
      on conflict(id) do update set data = excluded.data, time_updated = excluded.time_updated`)
    .run(...ids, now, now, JSON.stringify(data));
}

function addSession(database: DatabaseSync, id: string): void {
  database
    .prepare("insert into session values (?, 'p', null, 'slug', '/project', 'A title', '1.2.0', 1, 2, null)")
    .run(id);
}

describe('a database of OpenCode', () => {
  it('is listed by its sessions alone: no row of a message or a part is read, and all of them may be damaged', () => {
    const home = newHome();
    const database = newDatabase(home);
    for (let number = 0; number < 300; number += 1) {
      addSession(database, `ses_${String(number).padStart(4, '0')}`);
    }
    for (let number = 0; number < 2000; number += 1) {
      const id = String(number).padStart(6, '0');
      put(database, 'part', `prt_${id}`, { type: 'text', text: 'x'.repeat(5000) }, `msg_${id}`);
    }
    const plan = database.prepare(`explain query plan ${listing(opencodeTables('opencode.db'), false)}`).all();
    expect(plan.map(({ detail }) => detail)).toEqual(['SCAN session']);
    database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete');
    const pages = database
      .prepare("select pageno from dbstat where name = 'part' and pagetype = 'leaf' order by path")
      .all();
    database.close();
    damage(join(home, 'opencode.db'), pages.map(({ pageno }) => Number(pageno)).slice(0, -1));
    const files = scan('opencode', home);
    expect(files).toHaveLength(300);
    expect(files[7]).toMatchObject({ threadId: 'ses_0007', cwd: '/project', modified: 2 });
    expect(
      agentNamed('opencode')
        .store.titles?.({ path: home, realPath: home }, () => {})
        .get('ses_0007'),
    ).toBe('A title');
    expect(() =>
      new DatabaseSync(join(home, 'opencode.db')).prepare('select sum(length(data)) from part').get(),
    ).toThrow();
  });

  it('is read where all rows stand in its log, and nothing is left or changed beside it', async () => {
    const home = newHome();
    cpSync(fixture('kilo/7.0.33/s1r-raw-wal/session'), home, { recursive: true });
    const before = contentsOf(home);
    expect(before.map(({ name }) => name)).toEqual(['kilo.db', 'kilo.db-wal']);
    const [file] = scan('kilo', home);
    const text = await textOf(file?.source);
    expect(text.split('\n')[0]).toContain('"table":"session","agent":"kilo"');
    expect(text).toContain('Hello! How can I help');
    expect(file?.source?.look()?.size).toBeGreaterThan(500);
    expect(contentsOf(home)).toEqual(before);
  });

  it('is followed while its agent changes rows: what is told once stays, and the session grows at its end', async () => {
    const home = newHome();
    const database = newDatabase(home);
    addSession(database, 'ses_a');
    put(database, 'message', 'msg_1', { role: 'user', time: { created: 1 } });
    put(database, 'part', 'prt_1', { type: 'text', text: 'do it' }, 'msg_1');
    const [file] = scan('opencode', home);
    const reader = createEventReader({ wire: 'opencode-store' });
    const clock = { now: () => 0, wait: async () => {} };
    const follower = file?.source?.follow({ reader, clock, files: systemFiles });
    const seen: string[] = [];
    const look = async () => {
      for await (const change of follower?.look() ?? []) note(change, seen);
    };
    await look();
    const answer = { role: 'assistant', parentID: 'msg_1', modelID: 'm', time: { created: 2 } };
    put(database, 'message', 'msg_2', answer);
    put(database, 'part', 'prt_2', { type: 'step-start' }, 'msg_2');
    for (const output of ['', 'a', 'ab']) {
      const state = { status: 'running', input: { command: 'ls' }, metadata: { output }, time: { start: 3 } };
      put(database, 'part', 'prt_3', { type: 'tool', tool: 'bash', callID: 'c', state }, 'msg_2');
      put(database, 'message', 'msg_1', { role: 'user', time: { created: 1 }, summary: { diffs: [output] } });
      await look();
    }
    const done = {
      status: 'completed',
      input: { command: 'ls' },
      output: 'abc',
      metadata: { exit: 0 },
      time: { start: 3, end: 4 },
    };
    put(database, 'part', 'prt_3', { type: 'tool', tool: 'bash', callID: 'c', state: done }, 'msg_2');
    put(database, 'part', 'prt_4', { type: 'step-finish', reason: 'stop', tokens: { input: 1, output: 2 } }, 'msg_2');
    await look();
    put(database, 'message', 'msg_2', { ...answer, time: { created: 2, completed: 5 }, finish: 'stop' });
    database.exec("update session set title = 'Another', time_updated = 9");
    await look();
    expect(seen).toEqual([
      ...['thread.started', 'context', 'turn.started', 'item.completed user_message'],
      // The beginning of an answer never changes. The rest is told when it is done.
      ...['context', 'context', 'item.completed command_execution', 'token_count', 'turn.completed', 'context'],
    ]);
    expect(await textOf(file?.source)).toContain('abc');
    database.close();
  });

  it('is known to have changed by its own counter, however soon after another change', () => {
    const home = newHome();
    const database = newDatabase(home);
    const stamps = new Set<string | undefined>();
    for (let number = 0; number < 20; number += 1) {
      addSession(database, `ses_${number}`);
      stamps.add(databaseStamp(join(home, 'opencode.db')));
      stamps.add(databaseStamp(join(home, 'opencode.db')));
    }
    expect(stamps.has(undefined)).toBe(false);
    expect(stamps.size).toBe(20);
    database.close();
  });

  it('tells odd rows as problems and throws at none', async () => {
    const home = newHome();
    const database = newDatabase(home);
    addSession(database, 'ses_a');
    const rows = ['not json', '[]', '5', '{"role":{"toString":0}}', '{"role":"assistant","time":7,"tokens":"x"}'];
    rows.forEach((data, index) => {
      database.prepare("insert into message values (?, 'ses_a', 1, 2, ?)").run(`msg_${index}`, data);
      database.prepare("insert into part values (?, ?, 'ses_a', 1, 2, ?)").run(`prt_${index}`, `msg_${index}`, data);
    });
    const [file] = scan('opencode', home);
    const reader = createEventReader();
    const outcomes = [...reader.push(await textOf(file?.source)), ...reader.end()];
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(outcomes.flatMap((outcome) => ('problems' in outcome ? outcome.problems : [])).length).toBeGreaterThan(5);
    database.close();
  });
});

describe('a database of another version', () => {
  it.each([
    ['session', ['title', 'directory', 'parent_id', 'time_updated', 'time_archived']],
    ['message', ['time_created', 'time_updated']],
    ['part', ['time_created', 'time_updated']],
  ])('is listed and read whole without a column of %s that only tells more', async (table, columns) => {
    for (const column of columns) {
      const home = newHome();
      const database = newDatabase(home);
      addSession(database, 'ses_a');
      put(database, 'message', 'msg_a', { role: 'user', time: { created: 1 } });
      put(database, 'part', 'prt_a', { type: 'text', text: 'Count the zebras.' }, 'msg_a');
      database.exec(`alter table ${table} drop column ${column}`);
      database.close();
      const [file] = scan('opencode', home);
      expect([column, (await textOf(file?.source)).includes('Count the zebras.')]).toEqual([column, true]);
      expect([column, file?.source?.version?.() === undefined]).toEqual([column, false]);
    }
  });

  it('lists all of its sessions where one has a number that is too large', () => {
    const home = newHome();
    const database = newDatabase(home);
    for (const id of ['ses_a', 'ses_b']) addSession(database, id);
    database.exec(`update session set time_updated = 9223372036854775807 where id = 'ses_a'`);
    database.close();
    expect(scan('opencode', home).map(({ threadId }) => threadId)).toEqual(['ses_a', 'ses_b']);
  });

  it('says how many sessions it leaves out because nothing names them, and lists the others', () => {
    const home = newHome();
    const database = newDatabase(home);
    for (const id of ['ses_a', '', ' ']) addSession(database, id);
    const told: string[] = [];
    const ids = () =>
      agentNamed('opencode')
        .store.scan({ path: home, realPath: home }, agentNamed('opencode'), ({ code, path, message }) =>
          told.push(`${code} ${path.slice(home.length)} ${message}`),
        )
        .map(({ threadId }) => threadId);
    expect(ids()).toEqual(['ses_a']);
    const where = 'unreadable /opencode.db';
    const why = "left out: the table 'session' has no text for an id";
    expect(told.splice(0)).toEqual([`${where} 2 sessions of the database are ${why}`]);
    database.exec(`delete from session where id = '';
      update session set id = null where id = ' '; insert into session(id) values (x'736573')`);
    expect(ids()).toEqual(['ses_a']);
    expect(told.splice(0)).toEqual([`${where} 2 sessions of the database are ${why}`]);
    database.exec('delete from session where id is null');
    expect(ids()).toEqual(['ses_a']);
    expect(told).toEqual([`${where} one session of the database is ${why}`]);
    database.close();
  });
});

describe('the tree of OpenCode up to 1.1', () => {
  it('gives way to the database that imported it, session by session', () => {
    const home = newHome();
    cpSync(fixture('opencode/1.0.185/s2-shell/session'), home, { recursive: true });
    const [alone] = scan('opencode', home);
    expect(alone?.path).toMatch(/storage\/session\/\w+\/ses_\w+$/);
    const database = newDatabase(home);
    addSession(database, alone?.threadId ?? '');
    expect(scan('opencode', home).map(({ path }) => path)).toEqual([join(home, 'opencode.db', alone?.threadId ?? '')]);
    database.close();
  });

  it('is found by the path of a session, with or without the ending of its file', () => {
    const home = newHome();
    cpSync(fixture('opencode/1.0.185/s2-shell/session'), home, { recursive: true });
    const [file] = scan('opencode', home);
    const { store } = agentNamed('opencode');
    for (const path of [file?.path ?? '', `${file?.path}.json`]) {
      expect(store.find?.(path, agentNamed('opencode'))?.threadId).toBe(file?.threadId);
      expect(store.identify(path)).toMatchObject({ wire: 'opencode-store', threadId: file?.threadId, home });
    }
  });
});

function note(change: FollowChange, seen: string[]): void {
  if (change.kind !== 'outcomes') seen.push(change.kind);
  else
    for (const outcome of change.outcomes) {
      for (const event of outcome.ok ? outcome.events : []) {
        seen.push('item' in event ? `${event.type} ${event.item.type}` : event.type);
      }
    }
}

function damage(path: string, pages: readonly number[]): void {
  expect(pages.length).toBeGreaterThan(100);
  const descriptor = openSync(path, 'r+');
  for (const page of pages) writeSync(descriptor, Buffer.alloc(4096, 0xee), 0, 4096, (page - 1) * 4096);
  closeSync(descriptor);
}

function contentsOf(folder: string): { name: string; hash: string }[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({
      name,
      hash: createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    }));
}
