import type { ThreadEvent } from '../../../core/thread/event.ts';
import type { ThreadItem } from '../../../core/thread/item.ts';
import { mcpCall } from '../../../core/thread/mcp-call.ts';
import type { Extra } from '../../../core/thread/usage.ts';
import type { NameCounts } from './file-report.ts';

/** A level of the model that keeps the fields it does not know. */
type Level = { extra?: Extra } | null | undefined;

/** Fields that readers themselves add to an item, to lose nothing of a call. They are known. */
const KEPT: ReadonlySet<string> = new Set(['call', 'call_output', 'patch', 'command', 'arguments', 'output']);

/** Counts the unknown fields of an event at every level of the model, by names such as `turn.completed.usage.foo`. */
export function countExtraFields(event: ThreadEvent, counts: NameCounts): void {
  const add = (prefix: string, level: Level) => {
    if (!level?.extra) return;
    for (const name of Object.keys(level.extra)) {
      if (!KEPT.has(name) || !prefix.startsWith('item.')) counts.add(`${prefix}.${name}`);
    }
  };
  add(event.type, event);
  if ('usage' in event) add(`${event.type}.usage`, event.usage);
  if ('last' in event) add(`${event.type}.last`, event.last);
  if ('error' in event) add(`${event.type}.error`, event.error);
  if ('item' in event) addItem(event.item, add);
}

function addItem(item: ThreadItem, add: (prefix: string, level: Level) => void): void {
  const prefix = `item.${item.type}`;
  add(prefix, item);
  switch (item.type) {
    case 'file_change':
      for (const change of item.changes) add(`${prefix}.changes`, change);
      break;
    case 'mcp_tool_call': {
      const { result, error } = mcpCall(item);
      add(`${prefix}.result`, result);
      add(`${prefix}.error`, error);
      break;
    }
    case 'web_search':
      add(`${prefix}.action`, item.action);
      break;
    case 'todo_list':
      for (const entry of item.items) add(`${prefix}.items`, entry);
      break;
  }
}
