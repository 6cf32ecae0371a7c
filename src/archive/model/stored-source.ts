import type { UnifiedContent, UnifiedMessage } from '../../core/messages/message.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import type { ThreadItem } from '../../core/thread/item.ts';
import type { GoodOutcome } from '../../core/thread/outcome.ts';
import type { Source } from '../../machine/sessions/open-source.ts';
import { infoOfRow, type SessionRow } from './session-row.ts';

/** Makes a readable source of a session without a file: the store's messages, as events. */
export function storedSource(row: SessionRow, messages: readonly UnifiedMessage[]): Source {
  const { key, path, project, model, version } = row;
  const started: ThreadEvent = { type: 'thread.started', agent: key.agent, thread_id: key.threadId };
  if (model !== undefined) started.model = model;
  if (project !== undefined) started.cwd = project;
  if (version !== undefined) started.cli_version = version;
  const time = isoTime(row.startedAt);
  if (time !== undefined) started.timestamp = time;
  return {
    name: path,
    isLive: false,
    isArchived: true,
    info: infoOfRow(row),
    async *read() {
      yield [outcome(0, [started])];
      for (const [index, message] of messages.entries()) yield [outcome(index + 1, eventsOf(message))];
    },
  };
}

function outcome(line: number, events: ThreadEvent[]): GoodOutcome {
  return { ok: true, line, offset: 0, events, problems: [] };
}

type SharedFields = Pick<ThreadEvent, 'timestamp' | 'inherited' | 'parent_item_id'>;

/** A prompt begins a turn. A call and its result are one item. */
function eventsOf(message: UnifiedMessage): ThreadEvent[] {
  const shared: SharedFields = {};
  const time = isoTime(message.timestamp || undefined);
  if (time !== undefined) shared.timestamp = time;
  if (message.inherited) shared.inherited = true;
  if (message.parent !== undefined) shared.parent_item_id = message.parent;
  const events: ThreadEvent[] = [];
  if (message.role === 'user' && message.parent === undefined) events.push({ ...shared, type: 'turn.started' });
  for (const [index, content] of message.content.entries()) {
    const item = itemOf(message, content, index === 0 ? message.id : `${message.id}.${index}`);
    if (item) events.push({ ...shared, type: isOpen(item) ? 'item.started' : 'item.completed', item });
  }
  addNotes(message, events, shared);
  return events;
}

/** The notes go with the first item. A message may have no other content, such as a prompt that is only a document. */
function addNotes({ notes, id, role }: UnifiedMessage, events: ThreadEvent[], shared: SharedFields): void {
  if (!notes) return;
  const first = events.find((event) => 'item' in event);
  if (first && 'item' in first) first.item.notes = notes;
  else if (role === 'user') {
    events.push({ ...shared, type: 'item.completed', item: { id, type: 'user_message', text: '', notes } });
  }
}

function isOpen(item: ThreadItem): boolean {
  return item.type === 'tool_call' && item.status === 'in_progress';
}

function itemOf(message: UnifiedMessage, content: UnifiedContent, id: string): ThreadItem | undefined {
  switch (content.type) {
    case 'text':
      if (message.role === 'system') return { id, type: 'error', message: content.text };
      return { id, type: message.role === 'user' ? 'user_message' : 'agent_message', text: content.text };
    case 'thinking':
      return { id, type: 'reasoning', text: content.thinking };
    case 'tool_use':
      return callItem(content, resultOf(message, content.id));
    case 'image':
      return message.role === 'user' ? { id, type: 'user_message', text: '', images: imagesOf(content) } : undefined;
    default:
      return undefined;
  }
}

type Content<Type extends UnifiedContent['type']> = Extract<UnifiedContent, { type: Type }>;

function resultOf({ content }: UnifiedMessage, call: string): Content<'tool_result'> | undefined {
  return content.find((one): one is Content<'tool_result'> => one.type === 'tool_result' && one.tool_use_id === call);
}

/** The name is Claude's already, which `call` says: no vocabulary translates it again. */
function callItem({ id, name, input }: Content<'tool_use'>, result: Content<'tool_result'> | undefined): ThreadItem {
  const call = { name, input };
  if (!result) return { id, type: 'tool_call', name, input, call, status: 'in_progress' };
  const status = result.is_error ? 'failed' : 'completed';
  return { id, type: 'tool_call', name, input, call, output: result.content, status };
}

function imagesOf({ source }: Content<'image'>): string[] {
  return source.type === 'url' ? [source.url] : [];
}

/** Undefined without a time, and for a time that no calendar has. */
function isoTime(time: number | undefined): string | undefined {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
