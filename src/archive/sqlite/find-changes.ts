import { findHomes, type HomeOptions } from '../../machine/sessions/homes.ts';
import type { SessionProblem } from '../../machine/sessions/problem.ts';
import { versionOf } from '../../machine/sessions/session-source.ts';
import { newestFirst, type SessionFile } from '../../machine/sessions/store.ts';
import { FOLD_VERSION } from '../folding/fold-version.ts';
import type { Statements } from './statements.ts';

/** What the homes hold, compared with what the archive knows. */
export interface FoundChanges {
  /** All session files, by agent and home. */
  files: SessionFile[];
  /** New ones and those that changed, the newest first: they can be searched first. */
  changed: SessionFile[];
  /** Rows of files that are not there any more. */
  vanished: number[];
  /** Rows of files that were gone and are back as they were. */
  returned: number[];
  /** Rows whose place another file took: it is not there any more, or its store says so. */
  replaced: Set<number>;
}

interface KnownSource {
  id: number;
  size: number;
  modified: number;
  /** Its version. Archives of before hold something else there for files, whose sizes and times tell. */
  identity: string;
  fold: number;
  isGone: boolean;
  /** It was taken for nobody's session: only what it used was read. */
  isNobodys: boolean;
  home: string;
}

/** Compares names and versions only. A changed session is folded from its start: its rows cost more than its fold. */
export function findChanges(statements: Statements, options: HomeOptions): FoundChanges {
  const known = readSources(statements);
  const files: SessionFile[] = [];
  /** Homes that could be looked through to their end: only there a file that is not found is gone. */
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
  const isUnchanged = source.size === file.size && source.modified === file.modified;
  if (!isUnchanged || source.fold !== FOLD_VERSION || source.isNobodys !== file.isSuperseded) return false;
  return !file.source || source.identity === versionOf(file);
}

/** By path; one that is there wins over an earlier one that is gone. */
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
