import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../../src/core/lines/json.ts';
import type { ThreadEvent } from '../../src/core/thread/event.ts';
import type { Extra } from '../../src/core/thread/usage.ts';
import { count, optionalId, optionalText, text } from '../../src/core/wires/field-checks.ts';
import { fieldTable } from '../../src/core/wires/field-table.ts';
import type { Wire, WireReader } from '../../src/core/wires/wire.ts';
import type { Agent } from '../../src/doors/cli/agents.ts';
import type { Problem } from '../../src/errors.ts';
import { createRowsStore } from '../../src/machine/sessions/rows/rows-store.ts';
import { parrot } from './parrot.ts';

/**
 * An agent that keeps all its sessions in one SQLite database. `nest` has a row for each session, `peep` one for each thing
 * that was said or done, `shine` the pictures that it picked up. Not one line of `src` knows it.
 */

/** A line of the byte form: `{table: 'nest', row: {id, cage, …}}`, `{table: 'peep', row: {id, nest, kind, words, …}}`. */
interface MagpieFields {
  table: string;
  id?: string | undefined;
  cage?: string | undefined;
  kind: string;
  words: string;
  seeds: number;
  eggs: number;
  at?: string | undefined;
  extra?: Extra | undefined;
}

const magpieTable = fieldTable<MagpieFields>((wire) => ({
  table: text(wire.table),
  id: optionalId(wire.id),
  cage: optionalText(wire.cage),
  kind: text(wire.kind),
  words: text(wire.words),
  seeds: count(wire.seeds),
  eggs: count(wire.eggs),
  at: optionalText(wire.at),
}));

function createMagpieReader(): WireReader {
  let thread = '';
  let turn = 0;

  function eventsOf({ table, id, cage, kind, words, seeds, eggs }: MagpieFields, line: number): ThreadEvent[] {
    const item = `L${line}.0`;
    if (table === 'nest') {
      thread = id ?? '';
      return [{ type: 'thread.started', thread_id: thread, agent: 'magpie', cwd: cage ?? '/' }];
    }
    if (kind === 'heard') {
      turn += 1;
      const heard: ThreadEvent = { type: 'item.completed', item: { id: item, type: 'user_message', text: words } };
      return [{ type: 'turn.started' }, heard];
    }
    if (kind === 'said') {
      return [{ type: 'item.completed', item: { id: item, type: 'agent_message', text: words } }];
    }
    if (kind !== 'slept') return [{ type: 'unknown', wire_type: `${table} ${kind}`, data: { words } }];
    const tokens = { input_tokens: seeds, output_tokens: eggs, cached_input_tokens: 0, reasoning_output_tokens: 0 };
    return [{ type: 'turn.completed', turn_usage: tokens }];
  }

  return {
    read(record: JsonObject, line: number, problems: Problem[]) {
      const row = typeof record.row === 'object' && record.row !== null ? record.row : {};
      const { extra: _, ...fields } = magpieTable.read({ ...row, table: record.table } as JsonObject, problems);
      const events = eventsOf(fields, line);
      for (const event of events) {
        event.line = line;
        event.thread_id = thread;
        if (fields.at !== undefined) event.timestamp = fields.at;
        if (turn > 0) event.turn_id = `turn-${turn}`;
      }
      return events;
    },
    end: () => [],
  };
}

const TABLES = new Set<unknown>(['nest', 'peep', 'shine']);

const wire: Wire = {
  name: 'magpie-rows',
  agent: 'magpie',
  kind: 'store',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'wire',
  recognises: (record) => TABLES.has(record.table) && typeof record.row === 'object',
  createReader: createMagpieReader,
};

const DATABASE = 'data/magpie.db';

export const magpie: Agent = {
  name: 'magpie',
  title: 'Magpie',
  wires: [wire],
  vocabulary: parrot.vocabulary,
  keepsIds: 'tools',
  store: {
    homes: (env) => ({ paths: [env.MAGPIE_HOME ?? '/nowhere'], isNamed: env.MAGPIE_HOME !== undefined }),
    ...createRowsStore({
      database: DATABASE,
      wire: 'magpie-rows',
      sessions: { table: 'nest', id: 'id', modified: 'touched', cwd: 'cage' },
      rows: [
        { table: 'nest', session: 'id', omit: ['touched', 'hops'] },
        { table: 'peep', session: 'nest', order: ['number'] },
        { table: 'shine', session: 'nest', order: ['number'] },
      ],
    }),
  },
  driver: {
    ...parrot.driver,
    program: 'Magpie',
    wire: 'magpie-rows',
    resumeCommand: (id) => ['magpie', '--again', id],
  },
};

/** The agent's own side: it writes as any program with SQLite does. */
export interface MagpieDatabase {
  path: string;
  database: DatabaseSync;
  begin(nest: string, cage?: string): void;
  peep(nest: string, kind: string, words: string, seeds?: number, eggs?: number): void;
  close(): void;
}

export function openMagpie(home: string, journal: 'wal' | 'delete' = 'wal'): MagpieDatabase {
  const path = join(home, DATABASE);
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(`pragma journal_mode = ${journal};
    create table if not exists nest(id text primary key, cage text, touched integer, hops integer default 0, name text);
    create table if not exists peep(number integer primary key, nest text, kind text, words text, seeds int, eggs int, at text);
    create index if not exists peep_nest on peep(nest);
    create table if not exists shine(number integer, nest text, picture blob, weight real, tag integer)`);
  let time = Date.parse('2026-11-16T10:00:00Z');
  const touch = (nest: string) => {
    time += 1000;
    database.prepare('update nest set touched = ?, hops = hops + 1 where id = ?').run(time, nest);
    return new Date(time).toISOString();
  };
  return {
    path,
    database,
    begin(nest, cage = '/cage') {
      database.prepare('insert into nest(id, cage) values (?, ?)').run(nest, cage);
      touch(nest);
    },
    peep(nest, kind, words, seeds = 0, eggs = 0) {
      const at = touch(nest);
      const sql = 'insert into peep(nest, kind, words, seeds, eggs, at) values (?, ?, ?, ?, ?, ?)';
      database.prepare(sql).run(nest, kind, words, seeds, eggs, at);
    },
    close: () => database.close(),
  };
}

/** A turn: what was heard, said, and used. */
export function sing(magpie: MagpieDatabase, nest: string, heard: string, said: string): void {
  magpie.peep(nest, 'heard', heard);
  magpie.peep(nest, 'said', said);
  magpie.peep(nest, 'slept', '', 100, 7);
}
