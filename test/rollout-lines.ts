import type { EventReaderOptions, ThreadEvent, ThreadItem } from 'threadline';
import { createEventReader } from 'threadline';

type Fields = Record<string, unknown>;

/** A line of a session file in its envelope. */
export const line = (type: string, payload: Fields, beside: Fields = {}): Fields => ({
  timestamp: '2026-01-01T00:00:00.000Z',
  type,
  payload,
  ...beside,
});
export const event = (type: string, fields: Fields = {}): Fields => line('event_msg', { type, ...fields });
export const response = (type: string, fields: Fields = {}): Fields => line('response_item', { type, ...fields });
export const finished = (item: Fields, turn_id = 'turn-1'): Fields =>
  event('item_completed', { thread_id: 'thread-1', turn_id, item });
export const meta = (fields: Fields = {}): Fields =>
  line('session_meta', { id: 'thread-1', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/project', ...fields });
export const userText = (text: string): Fields =>
  response('message', { role: 'user', content: [{ type: 'input_text', text }] });
export const assistantText = (...texts: string[]): Fields =>
  response('message', { role: 'assistant', content: texts.map((text) => ({ type: 'output_text', text })) });
export const call = (name: string, args: unknown, call_id = 'call-1', fields: Fields = {}): Fields =>
  response('function_call', { name, arguments: JSON.stringify(args), call_id, ...fields });
export const output = (text: unknown, call_id = 'call-1'): Fields =>
  response('function_call_output', { call_id, output: text });

/** Reads records as a file. A record that is bad data fails the test that gave it. */
export function readRecords(records: readonly object[], options: EventReaderOptions = {}): ThreadEvent[] {
  const reader = createEventReader(options);
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  return [...reader.push(text), ...reader.end()].flatMap((outcome) => {
    if (!outcome.ok || outcome.problems.length > 0) throw new Error(JSON.stringify(outcome));
    return outcome.events;
  });
}

/** The conversation in short: kinds and what tells items apart. */
export function summary(events: readonly ThreadEvent[]): string[] {
  return events.flatMap((given) => {
    if (given.type === 'context' || given.type === 'token_count') return [];
    return 'item' in given ? [`${given.type.slice(5)} ${itemSummary(given.item)}`] : [given.type];
  });
}

function itemSummary(item: ThreadItem): string {
  const mark = item.rejected ? ' (rejected)' : '';
  switch (item.type) {
    case 'user_message':
      return `${item.injected ? 'injected' : 'user'}: ${item.text}`;
    case 'agent_message':
      return `agent: ${item.text}`;
    case 'reasoning':
      return `${item.raw ? 'raw ' : ''}reasoning: ${item.text}`;
    case 'command_execution':
      return `command ${item.status}: ${item.command}${mark}`;
    case 'file_change':
      return `change ${item.status}: ${item.changes.map(({ kind, path }) => `${kind} ${path}`).join(', ')}${mark}`;
    case 'mcp_tool_call':
      return `mcp ${item.status}: ${item.server}/${item.tool}${mark}`;
    case 'collab_tool_call':
      return `collab ${item.status}: ${item.tool}`;
    case 'web_search':
      return `web: ${item.query}`;
    case 'todo_list':
      return `todo: ${item.items.map(({ text, completed }) => `${completed ? '+' : '-'}${text}`).join(' ')}`;
    case 'tool_call':
      return `tool ${item.status}: ${item.name}${mark}`;
    default:
      return item.type;
  }
}
