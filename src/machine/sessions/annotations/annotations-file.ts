import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ThreadlineError } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import type { SessionFacts } from '../../facts/session-facts.ts';
import { dataFolder, makePrivateFolder, writePrivateFile } from '../data-folder.ts';
import { errorCode, systemMessage } from '../file-fault.ts';
import { isBusy, lockFile } from '../file-lock.ts';
import { type Annotation, type Annotations, annotationKey, isAnnotation, isBare } from './annotation.ts';

// One file of JSON: {"version": 1, "sessions": {"claude:ID": {"starred": true, "tags": ["a"], "note": "…", "title": "…", "viewed": ["/a.ts"]}}}.
// A file that is not of this form is reported and stays as it is: it may be a newer version's, or be mended by hand.

const FILE_NAME = 'annotations.json';
const LOCK_NAME = 'annotations.lock';
const VERSION = 1;

/** An annotation as the file has it. Fields that this version does not know are kept. */
type Entry = Annotation & Readonly<Record<string, unknown>>;

export function annotationsPath(folder = dataFolder()): string {
  return join(folder, FILE_NAME);
}

/** Reads all annotations; none if there is no file. Throws a ThreadlineError for a file that cannot be used. */
export function readAnnotations(folder = dataFolder()): Annotations {
  return new Map([...readEntries(annotationsPath(folder))].map(([key, entry]) => [key, annotationOf(entry)]));
}

/** Changes what is noted about a session. Processes take turns, so that none loses what another wrote. */
export async function changeAnnotation(
  session: Pick<SessionFacts, 'agent' | 'id'>,
  change: (before: Annotation) => Annotation,
  folder = dataFolder(),
): Promise<Annotation> {
  return locked(folder, (path) => {
    const entries = readEntries(path);
    const key = annotationKey(session);
    const entry = entries.get(key) ?? {};
    const changed = { ...entry, ...change(annotationOf(entry)) };
    if (isBare(annotationOf(changed)) && Object.keys(changed).every((name) => NAMES.includes(name)))
      entries.delete(key);
    else entries.set(key, changed);
    writeEntries(path, entries);
    return annotationOf(changed);
  });
}

/** Removes what is noted about sessions. Writes nothing if nothing is noted. */
export async function removeAnnotations(
  sessions: readonly Pick<SessionFacts, 'agent' | 'id'>[],
  folder = dataFolder(),
): Promise<void> {
  const keys = sessions.map(annotationKey);
  const known = readEntries(annotationsPath(folder));
  if (!keys.some((key) => known.has(key))) return;
  await locked(folder, (path) => {
    const entries = readEntries(path);
    for (const key of keys) entries.delete(key);
    writeEntries(path, entries);
  });
}

const NAMES: readonly string[] = ['starred', 'tags', 'note', 'title', 'viewed'] satisfies (keyof Annotation)[];

async function locked<Result>(folder: string, run: (path: string) => Result): Promise<Result> {
  makePrivateFolder(folder);
  const path = annotationsPath(folder);
  try {
    const lock = await lockFile(join(folder, LOCK_NAME), machineLimits.annotationsWaitMs);
    try {
      return run(path);
    } finally {
      lock.close();
    }
  } catch (error) {
    if (error instanceof ThreadlineError || error instanceof RangeError) throw error;
    if (isBusy(error)) throw new ThreadlineError('busy', `another process is writing ${path}`, { cause: error });
    throw new ThreadlineError('write-failed', `cannot write ${path}: ${systemMessage(error)}`, { cause: error });
  }
}

function writeEntries(path: string, entries: ReadonlyMap<string, Entry>): void {
  const text = JSON.stringify({ version: VERSION, sessions: Object.fromEntries(entries) }, undefined, 1);
  writePrivateFile(path, (file) => writeFileSync(file, `${text}\n`));
}

function readEntries(path: string): Map<string, Entry> {
  const text = readText(path);
  if (text === undefined) return new Map();
  const read = parse(text);
  const found = isObject(read) && read.version === VERSION && isObject(read.sessions) ? read.sessions : undefined;
  const entries = new Map<string, Entry>();
  for (const [key, entry] of Object.entries(found ?? {})) if (isEntry(entry)) entries.set(key, entry);
  if (found && entries.size === Object.keys(found).length) return entries;
  throw new ThreadlineError('damaged', `${path} cannot be read as stars, tags and notes; it stays as it is`);
}

function readText(path: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) throw new ThreadlineError('unreadable', `${path} is no file`);
      if (stats.size > machineLimits.maxAnnotationsBytes)
        throw new ThreadlineError('too-large', `${path} is too large to be read`);
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof ThreadlineError) throw error;
    // Where a folder on the way is a file, nothing was ever noted either.
    if (/^(?:ENOENT|ENOTDIR)$/.test(errorCode(error) ?? '')) return undefined;
    throw new ThreadlineError('unreadable', `cannot read ${path}: ${systemMessage(error)}`, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function annotationOf({ starred, tags, note, title, viewed }: Entry): Annotation {
  return { starred: starred || undefined, tags, note, title, ...(viewed && { viewed }) };
}

function isEntry(value: unknown): value is Entry {
  return isAnnotation(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
