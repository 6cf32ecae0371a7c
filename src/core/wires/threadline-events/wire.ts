import { isObject, type JsonObject } from '../../lines/json.ts';
import { isMarked } from '../threadline/mark.ts';
import type { Wire } from '../wire.ts';
import { createOwnEventsReader, isProblemLine } from './read.ts';

/** Kinds of items that only the model has. An agent prints the others, too. */
const OWN_ITEMS: ReadonlySet<unknown> = new Set(['user_message', 'tool_call', 'image', 'compaction', 'unknown']);

/** Prefixes of the kinds whose number of the line no agent writes. */
const OWN_PREFIXES = ['thread.', 'turn.', 'item.'];

/** An event that no agent prints: it names the agent or the line that it was read from, or holds an item of ours. */
function isOwnEvent({ type, item, agent, line, kind, data, wire_type, payload }: JsonObject): boolean {
  if (typeof type !== 'string' || payload !== undefined) return false;
  if (type === 'context') return typeof kind === 'string' && isObject(data);
  if (type === 'unknown') return typeof wire_type === 'string' && isObject(data);
  if (!OWN_PREFIXES.some((prefix) => type.startsWith(prefix))) return false;
  if (type === 'thread.started' && typeof agent === 'string') return true;
  return Number.isSafeInteger(line) || (isObject(item) && OWN_ITEMS.has(item.type));
}

/** `threadline convert --to events`, and the same of `run` and `export`. */
export const threadlineEvents: Wire = {
  name: 'threadline-events',
  agent: '',
  // A turn may be taken back, as in every file that holds whole threads.
  kind: 'store',
  marksTurnEnds: true,
  hasThreadIds: false,
  ids: 'wire',
  mayFollow: true,
  recognises: (record) =>
    (isMarked(record) && typeof record.type === 'string') || isOwnEvent(record) || isProblemLine(record),
  createReader: createOwnEventsReader,
};
