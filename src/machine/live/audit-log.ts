import { closeSync } from 'node:fs';
import { appendEntry, openPrivateAppend } from './append-private.ts';
import { liveFolder, privateFile } from './data-files.ts';

/** What people did on a page: which session, which question, which answer, by which page. */
export interface AuditLog {
  /** Appends a line that is on the disk when it returns. Throws if it is not: then nothing may be allowed. */
  write(entry: Readonly<Record<string, unknown>>): void;
  close(): void;
}

/** `THREADLINE_HOME/live/audit.ndjson`, readable by its owner alone. It is made by its first entry. */
export function openAuditLog(root?: string): AuditLog {
  let file: number | undefined;
  return {
    write(entry) {
      file ??= openPrivateAppend(privateFile(liveFolder(root), 'audit.ndjson'));
      appendEntry(file, entry);
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
