import type { JsonObject } from '../lines/json.ts';
import type { AgentCall, FileChange, ThreadItem } from '../thread/item.ts';
import type { ToolCallState } from './tool-call-items.ts';

/** A call of one of the agents that were made of the same source, and so have tools of the same arguments. */
export interface AnnouncedCall extends ToolCallState {
  /** The change of the file, from what only a session file has, as what the model was told. */
  change?: FileChange | undefined;
}

type ItemMaker<Call> = (call: Call, input: JsonObject) => ThreadItem | undefined;

/** What makes an item of a call, by the agent's names of its tools. `answered` is the call as the model made it, with its result. */
export function announcedMakers<Call extends AnnouncedCall>(
  answered: (call: Call) => AgentCall,
  tools: { changes: readonly string[]; search: string; others: Readonly<Record<string, ItemMaker<Call>>> },
): ReadonlyMap<string, ItemMaker<Call>> {
  const changed: ItemMaker<Call> = (call, input) => changeItem(call, input, answered(call));
  return new Map([
    ...tools.changes.map((name) => [name, changed] as const),
    [tools.search, (call, input) => searchItem(call, input, answered(call))],
    ...Object.entries(tools.others),
  ]);
}

/** A file that is written or edited. */
function changeItem(of: AnnouncedCall, input: JsonObject, call: AgentCall): ThreadItem | undefined {
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
function searchItem(of: AnnouncedCall, { query }: JsonObject, call: AgentCall): ThreadItem | undefined {
  if (typeof query !== 'string') return undefined;
  return { id: of.id, type: 'web_search', query, action: { type: 'search', query }, status: of.status, call };
}
