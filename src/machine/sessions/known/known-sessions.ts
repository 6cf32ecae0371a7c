import { crc32 } from 'node:zlib';
import { machineLimits } from '../../../limits/machine.ts';
import type { SessionFile } from '../store.ts';
import { goneFiles } from './gone-files.ts';
import { decodeFacts, encodeFacts, type KnownFacts } from './known-facts.ts';
import { createKnownStamps } from './known-stamp.ts';

/** A text about a file, as it is kept. */
export interface KnownRow {
  /** The session as it was, and the version of the program. */
  stamp: string;
  text: string;
  /** A checksum of all of it, with the path: a damaged cache must not change what lists say. */
  sum: number;
}

/** Rows of two sorts: what lists show of a session, and what its requests used. By the real path of the file. */
export interface KnownStore {
  get(sort: KnownSort, path: string): KnownRow | undefined;
  /** All rows of facts. */
  all(): Map<string, KnownRow>;
  /** The files of which there are rows. */
  paths(): string[];
  write(changes: KnownChanges): void;
  close(): void;
}

export type KnownSort = 'facts' | 'usage';

/** A row to be kept. `facts` tell whose it is; they may be empty. */
export interface ChangedRow {
  sort: KnownSort;
  file: SessionFile;
  row: KnownRow;
  facts: KnownFacts;
}

export interface KnownChanges {
  rows: ChangedRow[];
  /** Files that are gone. */
  gone: string[];
}

/** What earlier calls learnt of session files, for those that have not changed since. */
export interface KnownSessions {
  of(file: SessionFile): KnownFacts | undefined;
  usage(file: SessionFile): string | undefined;
  /** Adds to what is known. Not for a file with problems. */
  learn(file: SessionFile, facts: KnownFacts): void;
  learnUsage(file: SessionFile, usage: string): void;
  /** Keeps what was learnt, and drops what is known of files that are gone. `files`: all that were found. */
  end(files: readonly SessionFile[]): void;
}

export interface KnownOptions {
  /** The version of the program: another one may read files in another way. */
  version: string;
  /** The present time. Default: the clock's. */
  now?: (() => number) | undefined;
}

/** Single rows are asked for up to so many; then all are read at once. */
const SINGLE_ROWS = 64;

/** `openStore` is called when something is asked for the first time. Undefined: nothing can be kept. */
export function createKnownSessions(
  openStore: () => KnownStore | undefined,
  { version, now = Date.now }: KnownOptions,
): KnownSessions {
  // A file that changes while it is read has another stamp afterwards.
  const begun = now();
  const stamps = createKnownStamps();
  const learnt = new Map<string, { file: SessionFile; facts: KnownFacts }>();
  const usages = new Map<string, { file: SessionFile; usage: string }>();
  let store: KnownStore | undefined;
  let isOpen = false;
  let asked = 0;
  let all: Map<string, KnownRow | 'given'> | undefined;

  function opened(): KnownStore | undefined {
    if (!isOpen) store = openStore();
    isOpen = true;
    return store;
  }

  /** Of thousands of rows, each is let go when it was given: most are asked for once. */
  function rowOf(path: string): KnownRow | undefined {
    if (!all && asked >= SINGLE_ROWS) all = opened()?.all();
    asked += 1;
    if (!all) return opened()?.get('facts', path);
    const row = all.get(path);
    if (row === 'given') return opened()?.get('facts', path);
    if (row) all.set(path, 'given');
    return row;
  }

  function textOf(file: SessionFile, row: KnownRow | undefined): string | undefined {
    if (!row || row.stamp !== stampOf(file)) return undefined;
    return row.sum === sumOf(file.realPath, row) ? row.text : undefined;
  }

  /** Another version of the program may read a session in another way. */
  function stampOf(file: SessionFile): string {
    return `${stamps.of(file)} ${version}`;
  }

  function canBeKept(file: SessionFile): boolean {
    return stamps.of(file) !== undefined;
  }

  function isSameFile(one: SessionFile, other: SessionFile): boolean {
    return one === other || stamps.of(one) === stamps.of(other);
  }

  function factsOf(file: SessionFile): KnownFacts | undefined {
    const text = canBeKept(file) ? textOf(file, rowOf(file.realPath)) : undefined;
    return text === undefined ? undefined : decodeFacts(text);
  }

  /** A file may have changed since it was found the first time. */
  function learntOf(file: SessionFile): KnownFacts | undefined {
    const one = learnt.get(file.realPath);
    return one && isSameFile(one.file, file) ? one.facts : undefined;
  }

  function newRow(file: SessionFile, text: string): KnownRow {
    const row = { stamp: stampOf(file), text };
    return { ...row, sum: sumOf(file.realPath, row) };
  }

  function changes(files: readonly SessionFile[]): KnownChanges {
    const rows: KnownChanges['rows'] = [];
    const add = (sort: KnownSort, file: SessionFile, facts: KnownFacts, text: string) => {
      if (text.length > machineLimits.maxKnownLength || !stamps.isOld(file, begun)) return;
      rows.push({ sort, file, row: newRow(file, text), facts });
    };
    // A file that is listed has a head, unless it has problems.
    for (const { file, facts } of learnt.values()) if (facts.head) add('facts', file, facts, encodeFacts(facts));
    for (const { file, usage } of usages.values()) {
      const facts = learntOf(file) ?? factsOf(file) ?? {};
      if (facts.head || file.isSuperseded) add('usage', file, facts, usage);
    }
    return { rows, gone: goneOf(files) };
  }

  function goneOf(files: readonly SessionFile[]): string[] {
    const left = new Set(all ? all.keys() : opened()?.paths());
    for (const { realPath } of left.size > 0 ? files : []) left.delete(realPath);
    return goneFiles([...left], files);
  }

  return {
    of: (file) => learntOf(file) ?? factsOf(file),
    usage(file) {
      const own = usages.get(file.realPath);
      if (own || !canBeKept(file)) return own?.usage;
      return textOf(file, opened()?.get('usage', file.realPath));
    },
    learn(file, facts) {
      if (canBeKept(file))
        learnt.set(file.realPath, { file, facts: { ...(learntOf(file) ?? factsOf(file)), ...facts } });
    },
    learnUsage(file, usage) {
      if (canBeKept(file)) usages.set(file.realPath, { file, usage });
    },
    end(files) {
      const changed = changes(files);
      if (changed.rows.length + changed.gone.length > 0) opened()?.write(changed);
      store?.close();
      store = undefined;
      // Whoever goes on after a list of thousands needs the room.
      all = undefined;
      learnt.clear();
      usages.clear();
    },
  };
}

function sumOf(path: string, { stamp, text }: Pick<KnownRow, 'stamp' | 'text'>): number {
  return crc32(`${path}\n${stamp}\n${text}`);
}
