import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { Random } from '../property/random.ts';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));

/** Where the home of an agent lies in its recordings, for those that recorded more than the home. */
const INNER: Readonly<Record<string, string>> = {
  copilot: '.copilot',
  kimi: '.kimi-code',
  pi: '.pi/agent',
  qwen: '.qwen',
};
const AGENTS = ['cline', 'copilot', 'goose', 'kilo', 'kimi', 'opencode', 'pi', 'qwen'];

const recorded = new Map(
  AGENTS.map((agent) => {
    const homes = globSync(`${agent}/*/*/session`, { cwd: fixtures }).sort();
    return [agent, homes.map((home) => join(fixtures, home, INNER[agent] ?? ''))];
  }),
);

/**
 * Copies homes of agents that are known by recordings alone: files, trees of files and databases, some of them twice, some
 * spoilt. At least one, so that every seed has sessions that are not the files of the first three agents.
 */
export function copyRecordedHomes(place: string, random: Random): void {
  const first = random.pick(AGENTS);
  for (const agent of AGENTS) {
    if (agent !== first && random.below(6) !== 0) continue;
    const home = join(place, `${agent} home`);
    cpSync(random.pick(recorded.get(agent) ?? []), home, { recursive: true });
    if (random.below(3) === 0) spoilFile(home, random);
    if (random.below(4) === 0) spoilDatabase(home, random);
    if (random.below(4) === 0) cpSync(home, join(place, `${agent} copy`), { recursive: true });
  }
}

/** A line that is no JSON, and one of a kind that nobody knows, at the end of every file of lines. */
function spoilFile(home: string, random: Random): void {
  const odd = random.pick(['{"broken\n', '{"type":"made.up","timestamp":"2026-11-16T10:00:00.000Z"}\n', '[]\n']);
  for (const name of linesIn(home)) {
    const path = join(home, name);
    writeFileSync(path, `${readFileSync(path, 'utf8').trimEnd()}\n${odd}`);
  }
}

/** Sessions alone: the lists that agents keep beside them have other names. */
function linesIn(home: string): string[] {
  return globSync('{sessions,projects,session-state}/**/*.jsonl', { cwd: home });
}

/** A value that the agent does not write, in the newest row that is not a session. */
function spoilDatabase(home: string, random: Random): void {
  for (const name of globSync(['*.db', 'sessions/*.db'], { cwd: home })) {
    const database = new DatabaseSync(join(home, name));
    const [table, column] = name.endsWith('sessions.db') ? ['messages', 'content_json'] : ['part', 'data'];
    const value = random.pick(['{"broken', '[]', '{"type":"made.up"}', '']);
    database.prepare(`update ${table} set ${column} = ? where rowid = (select max(rowid) from ${table})`).run(value);
    database.close();
  }
}

/** Deletes a session as its agent would: its file, or its rows. */
export function deleteSession(path: string, id: string): void {
  if (existsSync(path)) rmSync(path);
  else if (existsSync(`${path}.json`)) rmSync(`${path}.json`);
  else deleteRows(dirname(path), id);
}

function deleteRows(path: string, id: string): void {
  const database = new DatabaseSync(path);
  database.exec('pragma foreign_keys = off');
  const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
  for (const { name } of tables) {
    const columns = database.prepare('select name from pragma_table_info(?)').all(String(name));
    const column = ['session_id', 'id'].find((key) => columns.some((one) => one.name === key));
    if (column !== undefined) database.prepare(`delete from "${name}" where ${column} = ?`).run(id);
  }
  database.close();
}
