import { closeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { journalPath } from '../sessions/journal/journal-file.ts';
import { appendEntry, openPrivateAppend } from './append-private.ts';
import { privateFile } from './data-files.ts';

/** What no session file holds: answers, who gave them, changed inputs, what was said meanwhile. */
export interface Journal {
  /** Names the session. What was written before is written then. */
  identify(id: string): void;
  /** Appends a line that is on the disk when it returns. Throws if it is not, or if the session has no name yet. */
  write(entry: Readonly<Record<string, unknown>>): void;
  /** The same for what need not be kept: it never throws, and waits for the session's name. */
  note(entry: Readonly<Record<string, unknown>>): void;
  close(): void;
}

/** A journal is `THREADLINE_HOME/live/<agent>/<id>.ndjson`, readable by its owner alone. It is made by its first entry. */
export function createJournal(agent: string, root: string | undefined): Journal {
  let id: string | undefined;
  let file: number | undefined;
  const held: Readonly<Record<string, unknown>>[] = [];

  function open(): number {
    if (file !== undefined) return file;
    if (id === undefined) throw new Error('the session has no id yet');
    const path = journalPath(agent, id, root);
    privateFile(dirname(dirname(path)), '');
    file = openPrivateAppend(privateFile(dirname(path), basename(path)));
    return file;
  }

  function append(entry: Readonly<Record<string, unknown>>): void {
    appendEntry(open(), entry);
  }

  function note(entry: Readonly<Record<string, unknown>>): void {
    if (id === undefined) {
      held.push({ at: new Date().toISOString(), ...entry });
      return;
    }
    try {
      append(entry);
    } catch {
      // The session is worth more than its notes. An allow does not go this way.
    }
  }

  return {
    identify(given) {
      if (id !== undefined) return;
      id = given;
      for (const entry of held.splice(0)) note(entry);
    },
    write: append,
    note,
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
