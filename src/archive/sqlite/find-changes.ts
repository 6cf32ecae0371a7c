import { findHomes, type HomeOptions } from '../../machine/sessions/homes.ts';
import { sharingListings } from '../../machine/sessions/list-folder.ts';
import type { SessionProblem } from '../../machine/sessions/problem.ts';
import { versionOf } from '../../machine/sessions/session-source.ts';
import { newestFirst, type SessionFile } from '../../machine/sessions/store.ts';
import { FOLD_VERSION } from '../folding/fold-version.ts';
import type { Statements } from './statements.ts';

/** The content of the homes, compared with the archive. */
export interface FoundChanges {
  /** All session files, by agent and home. */
  files: SessionFile[];
  /** New and changed files, newest first, so that they can be searched first. */
  changed: SessionFile[];
  /** Paths of files that the archive has, or had. */
  known: { has(path: string): boolean };
  /** Rows of files that no longer exist. */
  vanished: number[];
  /** Rows of gone files that are back unchanged. */
  returned: number[];
  /** Rows that another file replaces: the old one no longer exists, or its store says so. */
  replaced: Set<number>;
}

/**
 * The row of a file as a list: most files did not change, and making an object of each row took longer than comparing it.
 * `thread` is null if the file counted as nobody's session: only its usage was read.
 */
type KnownSource = [id: number, path: string, size: number, modified: number, fold: number, thread: string | null];

/** Compares names and versions only. A changed session is folded from its start: its rows cost more than its fold. */
export function findChanges(statements: Statements, options: HomeOptions): FoundChanges {
  const { known, gone } = readSources(statements);
  const { files, whole } = sharingListings(options, () => scanHomes(options));
  const found = new Set<string>();
  const changed: SessionFile[] = [];
  const returned: number[] = [];
  const replaced = new Set<number>();
  for (const file of files) {
    const there = known.get(file.path);
    const source = there ?? gone.get(file.path);
    if (source && file.isSuperseded) replaced.add(source[0]);
    if (!source || !isSame(statements, source, file)) changed.push(file);
    else if (!there) returned.push(source[0]);
    if (there) found.add(file.path);
  }
  const vanished: number[] = [];
  for (const [id, path] of found.size < known.size ? known.values() : []) {
    if (found.has(path)) continue;
    const row = statements.get('select agent, home from source where id = ?', id);
    if (!whole.has(homeKey(String(row?.agent), String(row?.home)))) continue;
    vanished.push(id);
    replaced.add(id);
  }
  const isKnown = { has: (path: string) => known.has(path) || gone.has(path) };
  return { files, changed: changed.sort(newestFirst), known: isKnown, vanished, returned, replaced };
}

/** All files, and the homes that were searched to the end: only there, a file that is not found is gone. */
function scanHomes(options: HomeOptions): { files: SessionFile[]; whole: Set<string> } {
  const files: SessionFile[] = [];
  const whole = new Set<string>();
  for (const { agent, home } of findHomes(options)) {
    let isWhole = true;
    const onProblem = (problem: SessionProblem): void => {
      if (problem.code === 'unreadable') isWhole = false;
      options.onProblem?.(problem);
    };
    for (const file of agent.store.scan(home, agent, onProblem)) files.push(file);
    if (isWhole) whole.add(homeKey(agent.name, home.path));
  }
  return { files, whole };
}

function isSame(statements: Statements, [id, , size, modified, fold, thread]: KnownSource, file: SessionFile): boolean {
  // A source tells by its version what a file tells by its size. Without a size it was not read to its end.
  const hasSize = file.source ? size !== -1 : size === file.size;
  if (!hasSize || modified !== file.modified) return false;
  if (fold !== FOLD_VERSION || (thread === null) !== file.isSuperseded) return false;
  return !file.source || statements.get('select identity from source where id = ?', id)?.identity === versionOf(file);
}

/** By path: rows of files that were there, and of those that were gone. */
function readSources(statements: Statements): Record<'known' | 'gone', Map<string, KnownSource>> {
  const rowsOf = (condition: string) => {
    const sql = `select id, path, size, mtime_ms, fold, thread_id from source where ${condition} order by id`;
    const byPath = new Map<string, KnownSource>();
    // The columns have these types: the table is strict.
    for (const row of statements.lists(sql) as unknown as KnownSource[]) byPath.set(row[1], row);
    return byPath;
  };
  return { known: rowsOf("state <> 'gone'"), gone: rowsOf("state = 'gone'") };
}

function homeKey(agent: string, home: string): string {
  return `${agent} ${home}`;
}
