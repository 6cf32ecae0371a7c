import type { JsonObject } from '../../lines/json.ts';
import { isMarked } from '../threadline/mark.ts';
import type { Wire } from '../wire.ts';
import { createOwnMessagesReader } from './read.ts';

/** A role, a list of blocks and, unless the mark says whose it is, the agent. No agent's record has all three. */
function isMessage(record: JsonObject): boolean {
  const { type, role, content, tool } = record;
  if (type !== undefined || typeof role !== 'string' || !Array.isArray(content)) return false;
  return typeof tool === 'string' || isMarked(record);
}

/** `threadline convert --to messages`, and the same of `run` and `export`. */
export const threadlineMessages: Wire = {
  name: 'threadline-messages',
  agent: '',
  // A message is written when it will not change any more.
  kind: 'stream',
  marksTurnEnds: false,
  hasThreadIds: false,
  ids: 'wire',
  mayFollow: true,
  recognises: isMessage,
  createReader: createOwnMessagesReader,
};
