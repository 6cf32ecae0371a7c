import type { JsonObject } from '../lines/json.ts';
import type { AgentCall, FileChange, ItemStatus, ThreadItem } from '../thread/item.ts';

/** A call of one of the agents that were made of the same source, and so have tools of the same arguments. */
export interface AnnouncedCall {
  id: string;
  status: ItemStatus;
  /** The change of the file, from what only a session file has. */
  change?: FileChange | undefined;
}

/** A file that is written or edited: `call` is the call as the model made it, with its result. */
export function announcedChangeItem(of: AnnouncedCall, input: JsonObject, call: AgentCall): ThreadItem | undefined {
  if (typeof input.file_path !== 'string') return undefined;
  const change = of.change ?? announcedChange(input.file_path, input);
  return { id: of.id, type: 'file_change', changes: [change], status: of.status, call };
}

/** The change that the arguments announce. Only a session file tells whether the file existed before. */
function announcedChange(path: string, input: JsonObject): FileChange {
  const change: FileChange = { path, kind: input.old_string === '' ? 'add' : 'update' };
  if (typeof input.content === 'string') change.new_content = input.content;
  return change;
}

/** A search of the web. */
export function searchItem(of: AnnouncedCall, { query }: JsonObject, call: AgentCall): ThreadItem | undefined {
  if (typeof query !== 'string') return undefined;
  return { id: of.id, type: 'web_search', query, action: { type: 'search', query }, status: of.status, call };
}
