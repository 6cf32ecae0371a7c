import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson } from '../../../../core/lines/json.ts';
import { ThreadlineError } from '../../../../errors.ts';
import { readDatabase } from '../../rows/read-database.ts';
import { normaliseId } from '../../store.ts';

/** What Cline notes about a session beside its messages. */
export interface SessionNote {
  cwd: string | undefined;
  title: string | undefined;
}

/** Notes are small. A larger file is none of Cline's. */
const LARGEST = 16 * 1024 * 1024;

/** The notes of a home, by session: Cline 3 keeps them in a database, Cline 2 in one file. */
export function readNotes(home: string): Map<string, SessionNote> {
  const notes = new Map<string, SessionNote>();
  for (const entry of entriesOf(join(home, 'state', 'taskHistory.json'))) {
    if (typeof entry.id !== 'string') continue;
    notes.set(normaliseId(entry.id), { cwd: textOf(entry.cwdOnTaskInitialization), title: undefined });
  }
  for (const row of rowsOf(join(home, 'db', 'sessions.db'))) {
    const id = textOf(row.session_id);
    const metadata = parseJson(textOf(row.metadata_json) ?? '');
    const title = isObject(metadata) ? textOf(metadata.title) : undefined;
    if (id !== undefined) notes.set(normaliseId(id), { cwd: textOf(row.cwd), title });
  }
  return notes;
}

/** The note in the file of one session, for homes without a database. */
export function readNote(home: string, id: string): SessionNote | undefined {
  const [note] = [join(home, 'sessions'), home].flatMap((sessions) => entriesOf(join(sessions, id, `${id}.json`)));
  if (!note) return undefined;
  return { cwd: textOf(note.cwd), title: isObject(note.metadata) ? textOf(note.metadata.title) : undefined };
}

function entriesOf(path: string): Record<string, unknown>[] {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > LARGEST) return [];
    const value = parseJson(readFileSync(path, 'utf8'));
    return (Array.isArray(value) ? value : [value]).filter(isObject);
  } catch {
    return [];
  }
}

function rowsOf(path: string): Record<string, unknown>[] {
  try {
    if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return [];
    return readDatabase(path, (database) =>
      database.prepare('select session_id, cwd, metadata_json from sessions').all(),
    );
  } catch (error) {
    // The sessions themselves are files, and are found without it.
    if (error instanceof ThreadlineError) return [];
    throw error;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
