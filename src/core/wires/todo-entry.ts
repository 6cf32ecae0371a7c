import type { JsonObject } from '../lines/json.ts';
import type { TodoEntry } from '../thread/item.ts';

/** An entry of a plan whose wire says `content` and `status`. Claude Code and the agents after it do. */
export function todoEntry({ content, status, ...extra }: JsonObject): TodoEntry {
  const entry: TodoEntry = { text: typeof content === 'string' ? content : '', completed: status === 'completed' };
  if (typeof status === 'string') entry.status = status;
  for (const _ in extra) {
    entry.extra = extra;
    break;
  }
  return entry;
}
