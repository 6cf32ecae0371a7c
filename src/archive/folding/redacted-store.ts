import { ThreadlineError } from '../../errors.ts';
import type { SessionRow } from '../model/session-row.ts';
import type { ThreadStore } from '../model/thread-store.ts';
import { redactText } from './block-redaction.ts';

/** What each store redacts in its own way: what it finds in texts and in what was made of them. */
export type RedactedReads = Pick<ThreadStore, 'listSessions' | 'getSession' | 'readBlocks' | 'search' | 'filesTouched'>;

/** A store as anybody but its owner sees it. `reads` give texts redacted; short facts are redacted here. */
export function redactedStore(store: ThreadStore, reads: RedactedReads): ThreadStore {
  const redacted: ThreadStore = {
    ...reads,
    async listSessions(filter, page) {
      const { rows, ...rest } = await reads.listSessions(filter, page);
      return { ...rest, rows: rows.map(redactSession) };
    },
    async getSession(key) {
      const row = await reads.getSession(key);
      return row && redactSession(row);
    },
    async usage(query) {
      return (await store.usage(query)).map((sum) => ({ ...sum, key: redactText(sum.key) }));
    },
    async usageRows(filter, page) {
      const { rows, ...rest } = await store.usageRows(filter, page);
      return {
        ...rest,
        rows: rows.map((row) => ({ ...row, model: safe(row.model), project: safe(row.project), source: '' })),
      };
    },
    openRaw: () => {
      throw new ThreadlineError('unsupported', 'the bytes of a session are not redacted');
    },
    changes: store.changes,
    capabilities: store.capabilities,
    redacted: () => redacted,
    close: store.close,
  };
  return redacted;
}

function redactSession(row: SessionRow): SessionRow {
  return {
    ...row,
    path: redactText(row.path),
    title: safe(row.title),
    project: safe(row.project),
    branch: safe(row.branch),
    model: safe(row.model),
    version: safe(row.version),
    problem: safe(row.problem),
    machine: safe(row.machine),
    // A secret's length is part of it.
    size: 0,
  };
}

function safe(text: string | undefined): string | undefined {
  return text === undefined ? undefined : redactText(text);
}
