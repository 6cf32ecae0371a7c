import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

/** The beginning of the ids of each table. OpenCode checks them, too. */
const PREFIXES = new Map<unknown, string>([
  ['session', 'ses_'],
  ['message', 'msg_'],
  ['part', 'prt_'],
]);

/** Sessions of OpenCode and Kilo: rows of their database, or files of the tree up to 1.1, as rows. */
export const opencodeStoreForm = {
  name: 'opencode-store',
  agent: 'opencode',
  kind: 'store',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'wire',
  recognises({ table, row }: JsonObject) {
    const prefix = PREFIXES.get(table);
    return prefix !== undefined && isObject(row) && typeof row.id === 'string' && row.id.startsWith(prefix);
  },
  // Tables, and what ids look like, may change.
  accepts: ({ table, row }) => typeof table === 'string' && isObject(row),
} satisfies WireForm;
