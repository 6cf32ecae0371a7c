import { isObject } from '../../lines/json.ts';
import type { Wire } from '../wire.ts';
import { createCursorRowsReader } from './read.ts';

/** Chats of Cursor's command line (`store.db`) and of its editor (`state.vscdb`), as lines of rows, by description. */
export const cursorRows: Wire = {
  name: 'cursor-rows',
  agent: 'cursor',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  recognises: ({ table, row }) => typeof table === 'string' && table.startsWith('cursor.') && isObject(row),
  createReader: createCursorRowsReader,
};
