import type { ItemDeltaEvent, ThreadEvent } from '../../thread/event.ts';
import type { Note } from './messages.ts';
import type { ServerThread } from './threads.ts';

/** The notifications that add to an item, with the model's name for its kind. */
const DELTAS = new Map([
  ['item/agentMessage/delta', 'agent_message'],
  ['item/commandExecution/outputDelta', 'command_execution'],
  ['item/fileChange/outputDelta', 'file_change'],
  ['item/reasoning/summaryTextDelta', 'reasoning'],
  ['item/reasoning/textDelta', 'reasoning'],
  ['item/reasoning/summaryPartAdded', 'reasoning'],
]);

/** Reads an addition to an item. Undefined for another notification, and for one that adds nothing. */
export function readDelta(method: string, note: Note, thread: ServerThread): ThreadEvent[] | undefined {
  const item_type = DELTAS.get(method);
  const { itemId, summaryIndex, contentIndex } = note;
  if (item_type === undefined || itemId === undefined) return undefined;
  // The parts of a summary stand on lines of their own.
  const isPart = method.endsWith('PartAdded');
  const text_delta = isPart && (summaryIndex ?? 0) > 0 ? '\n' : note.delta;
  if (text_delta === undefined) return undefined;
  const isRaw = method.endsWith('/textDelta') && thread.reasonings.has(itemId);
  const item_id = isRaw ? `${itemId}.raw` : itemId;
  const event: ItemDeltaEvent = { type: 'item.delta', item_id, item_type, delta: { text_delta } };
  const index = {
    ...(summaryIndex !== undefined && { summaryIndex }),
    ...(contentIndex !== undefined && { contentIndex }),
  };
  if (Object.keys(index).length > 0) event.extra = index;
  if (item_type !== 'reasoning' || thread.reasonings.has(item_id)) return [event];
  thread.reasonings.add(item_id);
  return [{ type: 'item.started', item: { id: item_id, type: 'reasoning', text: '', inferred: ['text'] } }, event];
}
