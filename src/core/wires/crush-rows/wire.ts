import { isObject } from '../../lines/json.ts';
import type { Wire } from '../wire.ts';
import { createCrushReader } from './read.ts';

/** Crush's `crush.db`, as lines of rows, by its source and by description. */
export const crushRows: Wire = {
  name: 'crush-rows',
  agent: 'crush',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  recognises({ table, row }) {
    if (!isObject(row)) return false;
    return (
      (table === 'sessions' && 'parent_session_id' in row && 'title' in row) || (table === 'messages' && 'parts' in row)
    );
  },
  createReader: createCrushReader,
};
