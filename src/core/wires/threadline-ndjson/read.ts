import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { AgentName, ContextEvent, ThreadEvent, TurnCompletedEvent, TurnFailedEvent } from '../../thread/event.ts';
import { takeMark } from '../threadline/mark.ts';
import type { OwnMessage } from '../threadline/own-message.ts';
import { createToldThread, usageOf } from '../threadline/told-thread.ts';
import { faultIn, keepWhole, messageNeeds } from '../threadline/trusted.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';

/** The parts of a line that a message has, too. Source: `NdjsonEvent` in src/core/ndjson/ndjson-event.ts. */
function messageOf(record: JsonObject): JsonObject | undefined {
  const { type, content, role = 'assistant', tool_id, stats, images = [] } = record;
  const added = Array.isArray(images) ? images.map((source) => ({ type: 'image', source })) : [0];
  const say = (block: JsonObject, by = role) => ({ role: by, content: [block, ...added] });
  switch (type) {
    case 'message':
      return say({ type: 'text', text: content });
    case 'thinking':
      return say({ type: 'thinking', thinking: content });
    case 'tool_use':
      return say({ type: 'tool_use', id: tool_id, name: record.tool_name, input: record.parameters });
    case 'tool_result': {
      const { output, status } = record;
      return say({ type: 'tool_result', tool_use_id: tool_id, content: output, is_error: status === 'error' }, 'user');
    }
    case 'stderr':
      return say({ type: 'text', text: content }, 'system');
    case 'init':
    case 'error':
      return { role, content: [] };
    case 'result': {
      const { input_tokens = 0, output_tokens = 0, total_tokens = 0, cached } = isObject(stats) ? stats : {};
      const counts = { inputTokens: input_tokens, outputTokens: output_tokens, totalTokens: total_tokens };
      return { role, content: [], usage: isObject(stats) && { ...counts, cacheReadTokens: cached } };
    }
    default:
      return undefined;
  }
}

/** The line as a message. Undefined if it is of another kind, or lacks what its kind must have. */
export function readableMessage(record: JsonObject, id = ''): OwnMessage | undefined {
  const message = messageOf(record);
  if (!message) return undefined;
  const whole = { ...message, id, timestamp: 0, tool: '' };
  // Nothing is at fault.
  return faultIn(whole, messageNeeds) === undefined ? (whole as JsonObject & OwnMessage) : undefined;
}

/** Reads NDJSON back. Calls keep their ids; texts have none, so theirs are made from the line. */
export function createOwnNdjsonReader(): WireReader {
  const thread = createToldThread();
  let agent: AgentName | undefined;
  let hasBegun = false;
  /** The item that the pieces of a text belong to, by their kind. */
  const growing = new Map<unknown, string>();

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const mark = takeMark(record);
    if (mark) {
      agent = mark.agent;
      hasBegun = false;
    }
    const { type } = record;
    const message = readableMessage(record, `L${line}.0`);
    if (!message) return keepWhole(record, line, problems, messageOf(record) ? 'a field' : '');
    thread.at({ line });
    if (type === 'init') init(record);
    else if (type === 'result') result(record, message);
    // The line before it has told the same.
    else if (type === 'error') thread.push({ type: 'context', kind: 'error', data: { ...record } });
    // A notice without words is none that explains how a turn failed.
    else if (type === 'stderr' && record.content !== '')
      thread.push({ type: 'error', ...reasonOf(record, record.content) });
    else say(record, message);
    const events = thread.take();
    const others = Object.entries(record).filter(([name]) => !KNOWN.includes(name));
    if (others.length > 0) Object.assign(events.at(-1) ?? {}, { extra: Object.fromEntries(others) });
    return events;
  }

  /** A first line begins the thread. A later one without an id tells only that another model answers. */
  function init({ session_id, modelId }: JsonObject): void {
    const model = typeof modelId === 'string' ? modelId : undefined;
    const id = typeof session_id === 'string' ? session_id : undefined;
    if (id === undefined && hasBegun)
      thread.push(withDefined<ContextEvent>({ type: 'context', kind: 'init', data: {} }, { model }));
    else thread.begin(agent, id ?? '', model);
    hasBegun = true;
  }

  function say({ type, delta, role }: JsonObject, message: OwnMessage): void {
    if (!thread.hasTurn() && type !== 'tool_result' && type !== 'stderr') thread.startTurn();
    const isText = type === 'thinking' || (type === 'message' && role === 'assistant');
    if (!isText) growing.clear();
    message.id = (isText && growing.get(type)) || message.id;
    if (delta !== true || !isText) {
      growing.delete(type);
      thread.tell(message);
      return;
    }
    growing.set(type, message.id);
    const [{ text, thinking } = { text: '' }] = message.content;
    const item_type = type === 'thinking' ? 'reasoning' : 'agent_message';
    thread.push({ type: 'item.delta', item_id: message.id, item_type, delta: { text_delta: text ?? thinking ?? '' } });
  }

  function result(record: JsonObject, { usage = {} }: OwnMessage): void {
    const { status } = record;
    const used = { turn_usage: usageOf(usage) };
    growing.clear();
    const isFailed = status === 'error';
    const reason = typeof record.error === 'string' ? reasonOf(record, record.error) : {};
    const end: TurnCompletedEvent | TurnFailedEvent = isFailed
      ? { type: 'turn.failed', error: reason }
      : { type: 'turn.completed' };
    thread.endTurn(withDefined(end, used));
  }

  return { read, end: () => [], agent: () => agent };
}

/** An error as the agent told it, where that stands beside its words. */
function reasonOf({ raw, code }: JsonObject, words: unknown): { message: string; code?: string } {
  const message = String(typeof raw === 'string' ? raw : words);
  return typeof code === 'string' ? { message, code } : { message };
}

const KNOWN = (
  'type session_id modelId model role content delta images tool_name tool_id parameters status output error stats ' +
  'code raw'
).split(' ');
