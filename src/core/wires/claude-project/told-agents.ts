import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { Conversation, LinePlace } from '../claude/conversation.ts';
import { messageTable } from '../claude/message.ts';
import { readUserContent } from '../claude/user-content.ts';
import { badField } from '../field-table.ts';
import type { RepeatedLine, WireOptions } from '../wire.ts';
import { projectLineRest, projectLineTable } from './lines.ts';

/** Reads messages of sub-agents that `progress` lines of their parent repeat (2.1.14 to about 2.1.81), each one once. */
export interface ToldAgents {
  /** Undefined for any other line, and for a message that another line or the sub-agent's own file has. */
  read(record: JsonObject, place: LinePlace, problems: Problem[]): ThreadEvent[] | undefined;
}

/** A message of a sub-agent in a line of its parent. */
interface ToldMessage {
  /** The sub-agent, and the call that started it. */
  agentId: string;
  call: string;
  /** The line as the sub-agent's own file has it. */
  record: JsonObject;
  /** All else of the `progress` line. */
  rest: JsonObject;
}

/** `has`: true if a line of that id was read from this file. */
export function createToldAgents(
  conversation: Conversation,
  has: (uuid: string) => boolean,
  { isToldElsewhere }: WireOptions,
): ToldAgents {
  const told = new Set<string>();

  function isNew(message: ToldMessage): boolean {
    const repeated = repeatedLine(message);
    const { uuid, calls, results } = repeated;
    const keys = [...calls.map((id) => `call ${id}`), ...results.map((id) => `result ${id}`)];
    if (keys.length === 0 && uuid !== undefined) keys.push(uuid);
    const isKnown = (uuid !== undefined && has(uuid)) || keys.some((key) => told.has(key));
    if (isKnown || isToldElsewhere?.(repeated) === true) return false;
    for (const key of keys) told.add(key);
    return true;
  }

  /** What it used is counted with the sub-agent's own file, or nowhere: the message's id is kept, but names no request. */
  function eventsOf(
    { agentId, call, record, rest }: ToldMessage,
    outer: LinePlace,
    problems: Problem[],
  ): ThreadEvent[] {
    const wire = projectLineTable.read(record, problems);
    const { id, ...message } = messageTable.read(wire.message ?? {}, problems);
    const place: LinePlace = { ...outer, agent: agentId, thread_id: agentId, parent_item_id: call };
    if (wire.timestamp !== undefined) place.timestamp = wire.timestamp;
    const progress = id === undefined ? rest : { ...rest, message_id: id };
    const source = { place, uuid: wire.uuid, extra: { ...projectLineRest(wire), progress } };
    const events: ThreadEvent[] = [];
    if (wire.type === 'assistant') {
      conversation.assistant(message, source, problems, events);
    } else {
      const content = readUserContent(message.content ?? [], problems);
      const facts = { isInjected: wire.isMeta === true, structured: wire.toolUseResult, message: message.extra };
      conversation.user(content, source, facts, events);
    }
    return events;
  }

  return {
    read(record, place, problems) {
      const odd = oddMessage(record);
      if (odd) problems.push(odd);
      const message = messageIn(record);
      return message && isNew(message) ? eventsOf(message, place, problems) : undefined;
    },
  };
}

/** The message, or its own message, is there and is none. The line is kept as it is. */
function oddMessage({ data }: JsonObject): Problem | undefined {
  if (!isObject(data) || data.type !== 'agent_progress' || data.message === undefined) return undefined;
  if (!isObject(data.message)) return badField('data.message', data.message);
  const { message } = data.message;
  return message === undefined || isObject(message) ? undefined : badField('data.message.message', message);
}

function messageIn({ data, parentToolUseID: call, ...outer }: JsonObject): ToldMessage | undefined {
  if (!isObject(data) || data.type !== 'agent_progress' || typeof call !== 'string' || call === '') return undefined;
  const { message: record, ...others } = data;
  const { agentId } = data;
  if (typeof agentId !== 'string' || agentId === '' || !isObject(record) || !isObject(record.message)) return undefined;
  if (record.type !== 'user' && record.type !== 'assistant') return undefined;
  return { agentId, call, record, rest: { ...outer, data: others } };
}

/** What tells a message from others: the calls that it makes or answers, and its line. */
function repeatedLine({ agentId, record: { uuid, message } }: ToldMessage): RepeatedLine {
  const content = isObject(message) && Array.isArray(message.content) ? message.content.filter(isObject) : [];
  const line: RepeatedLine = { threadId: agentId, calls: [], results: [] };
  if (typeof uuid === 'string') line.uuid = uuid;
  for (const { type, id, tool_use_id } of content) {
    if (typeof tool_use_id === 'string') line.results.push(tool_use_id);
    else if (type === 'tool_use' && typeof id === 'string') line.calls.push(id);
  }
  return line;
}
