import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The kinds of lines in a recording, and the fields of each with the types of their values. */
export type Survey = Map<string, Map<string, Set<string>>>;

/** What a recording looks like: printed and kept apart, and how its runs ended. */
export interface Look {
  kinds: Survey;
  /** How each run ended, and what its last line was. */
  endings: readonly string[];
  /** False if session files are not there that the agent left: some are too large to publish, and some are no threads. */
  isWhole: boolean;
}

type Fields = Record<string, unknown>;

/** Looks at a recorded scenario. A line that is no JSON is a kind of its own. */
export function lookAt(folder: string): Look {
  const kinds: Survey = new Map();
  const printed = globSync('stdout*.jsonl', { cwd: folder }).sort();
  for (const name of printed) for (const line of linesOf(join(folder, name))) note(kinds, 'printed', line);
  const kept = join(folder, 'session');
  for (const path of globSync('**/*', { cwd: kept }).sort()) {
    // What stands beside recordings in the package of fixtures.
    if (path.endsWith('.expected.json')) continue;
    if (/\.jsonl$/.test(path)) for (const line of linesOf(join(kept, path))) note(kinds, 'kept', line);
    if (/\.json$/.test(path)) note(kinds, `kept ${nameOf(path)}`, readFileSync(join(kept, path), 'utf8'));
    if (/\.db$/.test(path))
      for (const [table, row] of rowsOf(join(kept, path))) noteRecord(kinds, `kept ${table}`, row);
  }
  const { runs = [], session_files = [] } = metaOf(folder);
  const isWhole = session_files.every((path) => existsSync(join(kept, path)));
  return { kinds, endings: endingsOf(folder, runs, printed), isWhole };
}

function metaOf(folder: string): { runs?: Fields[]; session_files?: string[] } {
  const meta = join(folder, 'meta.json');
  return existsSync(meta) ? JSON.parse(readFileSync(meta, 'utf8')) : {};
}

/** A file's name without the ids in it. */
const nameOf = (path: string) => basename(path).replace(/[0-9a-f]{8}[0-9a-f-]*|\d{3,}/g, '*');

function endingsOf(folder: string, runs: readonly Fields[], printed: readonly string[]): string[] {
  return runs.map(({ exit_code, signal, timed_out }, index) => {
    const last = printed[index] === undefined ? '' : (linesOf(join(folder, printed[index])).at(-1) ?? '');
    const how = timed_out ? 'too long' : `exit ${exit_code ?? signal}`;
    return `run ${index + 1}: ${how}, last line ${kindOf(parsed(last)) || 'none'}`;
  });
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function note(kinds: Survey, where: string, line: string): void {
  noteRecord(kinds, where, parsed(line));
}

function noteRecord(kinds: Survey, where: string, record: unknown): void {
  const kind = `${where}: ${kindOf(record) || 'no kind'}`;
  const fields = kinds.get(kind) ?? new Map<string, Set<string>>();
  kinds.set(kind, fields);
  noteFields(fields, '', record, 0);
}

const DEEPEST = 8;

function noteFields(fields: Map<string, Set<string>>, path: string, value: unknown, depth: number): void {
  if (path !== '') fields.set(path, (fields.get(path) ?? new Set()).add(typeOf(value)));
  if (depth >= DEEPEST || typeof value !== 'object' || value === null) return;
  const entries = Array.isArray(value) ? value.map((each) => ['[]', each] as const) : Object.entries(value);
  for (const [key, each] of entries) {
    const name = key === '[]' ? '[]' : `${path === '' ? '' : '.'}${isName(key) ? key : '*'}`;
    noteFields(fields, `${path}${name}`, each, depth + 1);
  }
}

/** Ids, paths, dates and texts as keys differ in every recording. */
const isName = (key: string) => /^[A-Za-z_$][\w$-]{0,60}$/.test(key) && !/\d{3}|[0-9a-f]{12}/.test(key);

/** What tells the records of all agents apart, from the outside in. */
const TELLING = ['type', 'subtype', 'role', 'kind', 'event', 'hook_event_name'] as const;
const INSIDE = ['payload', 'msg', 'item', 'part', 'message', 'data', 'event', 'update', 'content'] as const;

function kindOf(record: unknown, depth = 0): string {
  if (typeof record !== 'object' || record === null) return depth === 0 ? 'no JSON object' : '';
  if (Array.isArray(record)) return depth === 0 ? 'list' : unique(record.map((each) => kindOf(each, depth + 1)));
  const fields: Fields = record as Fields;
  const own = TELLING.flatMap((key) => (typeof fields[key] === 'string' && isName(fields[key]) ? [fields[key]] : []));
  const inner =
    depth < 3 ? INSIDE.map((key) => kindOf(parsed(fields[key]), depth + 1)).filter((each) => each !== '') : [];
  return [...own, ...inner].join(' ');
}

const unique = (words: readonly string[]) => [...new Set(words.filter((word) => word !== ''))].join('+');

/** Databases keep JSON in columns of text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function* rowsOf(file: string): Iterable<[string, Fields]> {
  const database = new DatabaseSync(file);
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).all();
    for (const { name } of tables) {
      const rows = database.prepare(`SELECT * FROM "${String(name).replaceAll('"', '""')}"`).all();
      for (const row of rows) {
        const entries = Object.entries(row).map(([key, value]) => [key, parsed(value)]);
        yield [String(name), Object.fromEntries(entries)];
      }
    }
  } finally {
    database.close();
  }
}
