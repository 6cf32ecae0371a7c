import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { listSessions, loadSession } from 'threadline/sessions';
import { findUsageFiles, scanUsage } from 'threadline/usage';
import { afterAll, describe, expect, it } from 'vitest';
import { createEventReader } from '../../src/core/wires/event-reader.ts';
import { type AgentWires, agentWires } from '../../src/core/wires/registry.ts';
import { findFiles } from '../../src/machine/sessions/find-files.ts';
import { readerOptionsOf, sessionWires } from '../../src/machine/sessions/reader-options.ts';
import { sourceOf } from '../../src/machine/sessions/source-of.ts';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';
import { everyRecording } from '../fixtures.ts';
import { IDS, PROMPT, writeDescribedHomes } from './described-homes.ts';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-described-')));
const homes = writeDescribedHomes(place);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const env = { HOME: place };
const described = agentStores.filter(({ experimental }) => experimental);
const names = ['cursor', 'antigravity', 'droid', 'amp', 'crush'];

async function bytesOf(file: ReturnType<typeof findFiles>[number]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of sourceOf(file).read()) parts.push(Uint8Array.from(chunk));
  return Buffer.concat(parts);
}

describe('agents that are known by description, on homes made by their sheets', () => {
  it('are marked as experimental, and bring their wires: a reader of the usual agents does not carry them', () => {
    expect(described.map(({ name }) => name)).toEqual(names);
    const usual = new Set(agentWires.map(({ name }) => name));
    expect(names.filter((name) => usual.has(name))).toEqual([]);
    expect(sessionWires.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  it('are found where their sheets say, below HOME with no variable set', async () => {
    const found = await listSessions({ env });
    const ids = found.map(({ agent, id, title, cwd }) => [agent, id, title ?? null, cwd ?? null]);
    expect(ids.sort()).toEqual(
      [
        ['amp', IDS.amp, 'Zebras', '/p'],
        ['antigravity', IDS.antigravity, null, '/p'],
        ['crush', IDS.crush, 'Zebras', join(place, 'project')],
        ['crush', 'm2$$c1', 'A sub-agent', join(place, 'project')],
        ['cursor', IDS.cursor, 'Zebras', '/p'],
        ['cursor', IDS.editor, 'Zebras in the editor', null],
        ['cursor', IDS.transcript, null, null],
        ['droid', IDS.droid, 'Zebras', '/p'],
      ].sort(),
    );
    expect(found.find(({ id }) => id === 'm2$$c1')?.parentId).toBe(IDS.crush);
  });

  it.each(Object.entries(IDS))(
    'shows the prompt, the command and the answer of %s without a problem',
    async (_, id) => {
      const info = (await listSessions({ env })).find((one) => one.id === id);
      const messages = await loadSession({ path: info?.path ?? '' });
      const texts = JSON.stringify(messages);
      const file = findFiles({ env }).find(({ threadId }) => threadId === id);
      const reader = createEventReader(file ? readerOptionsOf(file) : {});
      const outcomes = file ? [...reader.push(await bytesOf(file)), ...reader.end()] : [];
      expect(outcomes.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]))).toEqual([]);
      expect(messages[0]?.content).toEqual([{ type: 'text', text: PROMPT }]);
      expect(texts).toContain('"name":"Bash"');
      expect(texts).toContain('There is one.');
      // A transcript of Cursor has no results.
      expect(texts.includes('zebra.txt')).toBe(id !== IDS.transcript);
      expect(texts).not.toContain('an abandoned question');
    },
  );

  it('counts what Amp counts, and nothing where an agent tells no tokens', async () => {
    const rows = [];
    for await (const row of scanUsage(findUsageFiles({ env }))) rows.push(row);
    expect(
      rows.map(({ agent, model, input, cached, cacheWrite, output }) => [
        agent,
        model,
        input,
        cached,
        cacheWrite,
        output,
      ]),
    ).toEqual([
      ['amp', 'claude-sonnet-4-5', 1110, 1000, 100, 5],
      ['amp', 'claude-sonnet-4-5', 1110, 1000, 100, 5],
    ]);
  });

  it('take no line of an agent that was recorded, and leave none of theirs to one', async () => {
    const own: AgentWires[] = sessionWires.filter(({ name }) => names.includes(name));
    const wires = own.flatMap((agent) => [...agent.wires]);
    for (const { name, bytes } of everyRecording()) {
      const reader = createEventReader({ agents: sessionWires });
      reader.push(bytes);
      reader.end();
      expect([name, names.includes(reader.agent ?? '')]).toEqual([name, false]);
    }
    for (const file of findFiles({ env })) {
      const reader = createEventReader({ agents: sessionWires });
      reader.push(await bytesOf(file));
      reader.end();
      expect([file.path, reader.agent, wires.some((wire) => wire.name === reader.wire)]).toEqual([
        file.path,
        file.agent?.name,
        true,
      ]);
    }
  });

  it('tell odd values as problems, whichever field of a made session they stand in, and never throw', async () => {
    const odd: unknown[] = [
      null,
      7,
      -1,
      '',
      'x',
      [],
      [[]],
      [null],
      {},
      { toString: 0 },
      { type: 7 },
      true,
      1e308,
      '{"broken',
    ];
    let told = 0;
    for (const file of findFiles({ env })) {
      const isDocument = file.path.endsWith('.json');
      const text = (await bytesOf(file)).toString();
      const records: unknown[] = (isDocument ? [text] : text.trimEnd().split('\n')).map((line) => JSON.parse(line));
      for (const place of placesIn(records)) {
        for (const value of odd) {
          const spoilt = replaced(records, place, value) as unknown[];
          const reader = createEventReader(readerOptionsOf(file));
          const lines = spoilt.map((record) => `${JSON.stringify(record)}\n`).join('');
          for (const outcome of [...reader.push(lines), ...reader.end()]) {
            told += outcome.ok ? outcome.problems.length : 1;
            JSON.stringify(outcome);
          }
        }
      }
    }
    expect(told).toBeGreaterThan(1000);
  });

  it('tell a spoilt database as a problem of its home, and list the others', async () => {
    const spoilt = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-described-')));
    try {
      const own = writeDescribedHomes(spoilt);
      writeFileSync(
        join(own.editor ?? '', 'globalStorage', 'state.vscdb'),
        'no database at all, but long enough to look like one',
      );
      const chat = join(own.cursor ?? '', 'chats', 'd41d8cd98f00b204e9800998ecf8427e', IDS.cursor, 'store.db');
      const database = new DatabaseSync(chat);
      database.exec('drop table blobs');
      database.close();
      const problems: string[] = [];
      const found = await listSessions({ env: { HOME: spoilt }, onProblem: ({ code }) => problems.push(code) });
      expect(problems).toContain('unreadable');
      expect(found.map(({ id }) => id)).toEqual(
        expect.arrayContaining([IDS.droid, IDS.amp, IDS.crush, IDS.transcript]),
      );
    } finally {
      rmSync(spoilt, { recursive: true, force: true });
    }
  });

  it('list the others where one conversation has a time that cannot be a number, or a number that is too large', async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-described-')));
    try {
      const own = writeDescribedHomes(place);
      const database = new DatabaseSync(join(own.editor ?? '', 'globalStorage', 'state.vscdb'));
      const odd = { toString: 0, valueOf: 0 };
      const value = { lastUpdatedAt: odd, createdAt: odd, fullConversationHeadersOnly: [{ bubbleId: 'b1', type: 1 }] };
      const put = database.prepare('insert into cursorDiskKV values (?, ?)');
      put.run('composerData:odd', JSON.stringify(value));
      put.run('composerData:large', 9223372036854775807n);
      database.close();
      const chat = join(own.cursor ?? '', 'chats', 'd41d8cd98f00b204e9800998ecf8427e', IDS.cursor, 'store.db');
      const kept = new DatabaseSync(chat);
      kept.prepare('update meta set value = ?').run(JSON.stringify({ latestRootBlobId: odd, createdAt: odd }));
      kept.close();
      const files = findFiles({ env: { HOME: place } });
      expect(files.map(({ threadId }) => threadId)).toEqual(expect.arrayContaining(['odd', IDS.editor, IDS.cursor]));
      for (const { source } of files) expect(source?.look()?.size ?? 0).toBeGreaterThanOrEqual(0);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  it('tell a conversation that is no object, a table that is not there, and nothing of a database without tables', async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-described-')));
    try {
      const own = writeDescribedHomes(place);
      const path = join(own.crush ?? '', 'crush.db');
      const told = async () => {
        const problems: string[] = [];
        await listSessions({ env: { HOME: place }, onProblem: ({ message }) => problems.push(message) });
        return problems.sort();
      };
      const broken = 'the conversation is no object, so it cannot be read';
      expect(await told()).toEqual([broken]);
      const lacks = (table: string) =>
        `the database has no table '${table}' of the form that is known, so no session in it can be read whole`;
      const database = new DatabaseSync(path);
      database.exec('alter table messages rename column session_id to thread_id');
      expect(await told()).toEqual([broken, lacks('messages')]);
      database.exec('alter table sessions rename to threads');
      database.close();
      expect(await told()).toEqual([broken, lacks('sessions')]);
      rmSync(path);
      new DatabaseSync(path).exec('pragma user_version = 1');
      expect(await told()).toEqual([broken]);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  it('are all listed where a column of their database has another name', async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-described-')));
    try {
      const database = new DatabaseSync(join(writeDescribedHomes(place).crush ?? '', 'crush.db'));
      for (const column of ['updated_at', 'parts', 'created_at', 'role']) {
        database.exec(`alter table messages rename column ${column} to other`);
        const ids = findFiles({ env: { HOME: place } }).filter(({ agent }) => agent?.name === 'crush');
        expect([column, ids.length]).toEqual([column, 2]);
        database.exec(`alter table messages rename column other to ${column}`);
      }
      database.close();
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  it('are not changed by reading', async () => {
    const path = join(homes.crush ?? '', 'crush.db');
    const before = readFileSync(path);
    for (const file of findFiles({ env })) await bytesOf(file);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

type Place = readonly (string | number)[];

/** Every field and entry of a value, at most some hundred. */
function placesIn(value: unknown, above: Place = []): Place[] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((inner, index) => [index, inner])
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, inner]) => [[...above, key], ...placesIn(inner, [...above, key])]);
}

function replaced(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((inner, index) => (index === key ? replaced(inner, rest, by) : inner));
  const object = Object(value) as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, by) };
}
