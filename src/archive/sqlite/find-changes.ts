import { findHomes, type HomeOptions } from '../../machine/sessions/homes.ts';
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
  /** Rows of files that no longer exist. */
  vanished: number[];
  /** Rows of gone files that are back unchanged. */
  returned: number[];
  /** Rows that another file replaces: the old one no longer exists, or its store says so. */
  replaced: Set<number>;
}

interface KnownSource {
  id: number;
  size: number;
  modified: number;
  /** Its version. Earlier archives hold something else here for files; sizes and times then decide. */
  identity: string;
  fold: number;
  isGone: boolean;
  /** True if it counted as nobody's session: only its usage was read. */
  isNobodys: boolean;
  home: string;
}

/** Compares names and versions only. A changed session is folded from its start: its rows cost more than its fold. */
export function findChanges(statements: Statements, options: HomeOptions): FoundChanges {
  const known = readSources(statements);
  const files: SessionFile[] = [];
  /** Homes that were searched to the end: only there, a file that is not found is gone. */
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
  const found = new Set(files.map(({ path }) => path));
  const changed: SessionFile[] = [];
  const returned: number[] = [];
  const replaced = new Set<number>();
  for (const file of files) {
    const source = known.get(file.path);
    if (source && file.isSuperseded) replaced.add(source.id);
    if (!source || !isSame(source, file)) changed.push(file);
    else if (source.isGone) returned.push(source.id);
  }
  const vanished: number[] = [];
  for (const [path, source] of known) {
    if (source.isGone || found.has(path) || !whole.has(source.home)) continue;
    vanished.push(source.id);
    replaced.add(source.id);
  }
  return { files, changed: changed.sort(newestFirst), vanished, returned, replaced };
}

function isSame(source: KnownSource, file: SessionFile): boolean {
  // A source tells by its version what a file tells by its size. Without a size it was not read to its end.
  const hasSize = file.source ? source.size !== -1 : source.size === file.size;
  const isUnchanged = hasSize && source.modified === file.modified;
  if (!isUnchanged || source.fold !== FOLD_VERSION || source.isNobodys !== file.isSuperseded) return false;
  return !file.source || source.identity === versionOf(file);
}

/** By path. An existing file wins over an earlier one that is gone. */
function readSources(statements: Statements): Map<string, KnownSource> {
  const known = new Map<string, KnownSource>();
  const rows = statements.all(
    'select id, agent, home, path, thread_id, identity, size, mtime_ms, fold, state from source order by state = ?, id',
    'gone',
  );
  for (const row of rows) {
    const isGone = row.state === 'gone';
    const path = String(row.path);
    if (isGone && known.get(path)?.isGone === false) continue;
    known.set(path, {
      id: Number(row.id),
      size: Number(row.size),
      modified: Number(row.mtime_ms),
      identity: String(row.identity),
      fold: Number(row.fold),
      isGone,
      isNobodys: row.thread_id === null,
      home: homeKey(String(row.agent), String(row.home)),
    });
  }
  return known;
}

function homeKey(agent: string, home: string): string {
  return `${agent} ${home}`;
}
