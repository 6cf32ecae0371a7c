import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type {
  ContextEvent,
  ItemCompletedEvent,
  ItemStartedEvent,
  ThreadEvent,
  UnknownEvent,
} from '../../thread/event.ts';
import { withoutCallPrefix } from '../../thread/hand-over.ts';
import { addInferred, inferredIds, REQUEST, share, THREAD_AND_TURN, TURN } from '../../thread/inferred.ts';
import type { ThreadItem, UserMessageItem } from '../../thread/item.ts';
import type { Extra, InferredFields } from '../../thread/usage.ts';
import { anything, text as textField } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { inferItem } from '../inferred.ts';
import { type ClaudeMessage, messageRest, requestOf } from './message.ts';
import { createMessageIds } from './message-ids.ts';
import { nameKind, toolItem, toolUseTable } from './tool-items.ts';
import { finishedItem, isResultKind, type ToolResultBlock, toolResultTable, withoutTexts } from './tool-results.ts';
import { saidItem, type UserContent } from './user-content.ts';

/** The place of a line in the thread. */
export interface LinePlace {
  line: number;
  /** The session and the sub-agent that the line itself names. Any other thread of an event is known from before. */
  session?: unknown;
  agent?: unknown;
  thread_id?: string | undefined;
  turn_id?: string | undefined;
  timestamp?: string | undefined;
  parent_item_id?: string | undefined;
  /** The line belongs to history that was handed over. */
  inherited?: true | undefined;
  /** The model request, whose id is that of its message. `isRequestSaid`: the line has it. */
  request_id?: string | undefined;
  isRequestSaid?: boolean | undefined;
}

/** The facts of a line that its message does not tell. */
export interface LineSource {
  place: LinePlace;
  /** The line's own id. */
  uuid: string | undefined;
  /** The fields kept from the line. They go on its first event. */
  extra: Extra | undefined;
}

/**
 * Makes items of messages, the same from a stream and from a file. Text and thinking have the message's id. A tool has
 * its own id, and its result, on a later line, joins it.
 */
export interface Conversation {
  /** Adds the events of an assistant's message to a list. */
  assistant(message: ClaudeMessage, source: LineSource, problems: Problem[], events: ThreadEvent[]): void;
  user(content: UserContent, source: LineSource, facts: UserFacts, events: ThreadEvent[]): void;
  /** The id for text or thinking of a message. Undefined if it depends on a later line. */
  coming(messageId: string, kind: 'text' | 'thinking'): string | undefined;
  /** The call that waits for its result. */
  openTool(id: string): ThreadItem | undefined;
  openTools(): Iterable<ThreadItem>;
  /** Turns were taken back, so their messages may come again. */
  forget(): void;
}

export interface UserFacts {
  /** The CLI added the whole line. */
  isInjected: boolean;
  /** The CLI's own account of the tool's result. */
  structured: unknown;
  /** Fields of the message other than its content. */
  message?: Extra | undefined;
}

const textTable = fieldTable((wire) => ({ type: anything(wire.type), text: textField(wire.text) }));
const thinkingTable = fieldTable((wire) => ({
  type: anything(wire.type),
  thinking: textField(wire.thinking),
}));

const NAME = ['name'];

export function createConversation(): Conversation {
  const ids = createMessageIds();
  /** Calls that wait for their result, oldest first. */
  const tools = new Map<string, OpenTool>();

  function assistant(message: ClaudeMessage, line: LineSource, problems: Problem[], events: ThreadEvent[]): void {
    const first = events.length;
    const request = requestOf(message);
    const place = request === undefined ? line.place : { ...line.place, request_id: request, isRequestSaid: true };
    const source = { ...line, place };
    const content = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
    for (const block of content ?? []) {
      if (isObject(block)) readBlock(block, message, source, problems, events);
      else events.push(contextEvent('content_block', { block }, source.place));
    }
    if (events.length === first) events.push(contextEvent('assistant', {}, source.place));
    keepRest(events[first], source.extra, messageRest(message));
  }

  function readBlock(
    block: JsonObject,
    message: ClaudeMessage,
    source: LineSource,
    problems: Problem[],
    events: ThreadEvent[],
  ): void {
    const { place } = source;
    switch (block.type) {
      case 'text': {
        // The files hold empty texts that were never printed.
        if (block.text === '') break;
        const { text, extra } = textTable.read(block, problems);
        const item: ThreadItem = { id: ids.of(message.id, 'text', source), type: 'agent_message', text };
        inferItem(item, block, item.id === source.uuid ? source : message);
        events.push(completed(extra ? { ...item, extra } : item, place));
        return;
      }
      case 'thinking': {
        if (block.thinking === '') break;
        const { thinking, extra } = thinkingTable.read(block, problems);
        const item: ThreadItem = { id: ids.of(message.id, 'thinking', source), type: 'reasoning', text: thinking };
        inferItem(item, block, item.id === source.uuid ? source : message);
        events.push(completed(extra ? { ...item, extra } : item, place));
        return;
      }
      case 'tool_use':
      case 'server_tool_use':
      case 'mcp_tool_use':
        startTool(block, source, problems, events);
        return;
      default:
        // `web_search_tool_result`, … answer a tool of the server in the same message. Other services say `tool_result`.
        if (typeof block.tool_use_id === 'string' && isResultKind(block.type)) {
          events.push(finishTool(toolResultTable.read(block, problems), source, undefined));
          return;
        }
    }
    events.push(contextEvent(typeof block.type === 'string' ? block.type : 'content_block', block, place));
  }

  function startTool(block: JsonObject, source: LineSource, problems: Problem[], events: ThreadEvent[]): void {
    const use = toolUseTable.read(block, problems);
    const item = toolItem(use, callId(use.id, source));
    if (item.type === 'tool_call') item.call = { name: item.name, input: item.input };
    tools.set(item.id, { item, request: source.place.request_id });
    if (tools.size > coreLimits.maxOpenCalls) for (const [oldest] of tools) if (tools.delete(oldest)) break;
    events.push(started(nameKind(inferItem({ ...item }, block, use.id === undefined ? source : block)), source.place));
  }

  /** In history that was handed over, a prefix keeps ids apart from others. */
  function callId(id: string | undefined, source: LineSource): string {
    if (id === undefined) return ids.ofLine(source);
    return source.place.inherited ? withoutCallPrefix(id) : id;
  }

  function finishTool(block: ToolResultBlock, source: LineSource, structured: unknown): ThreadEvent {
    const id = callId(block.tool_use_id, source);
    // A result whose call is not in this input is still shown.
    const open = tools.get(id);
    const item = open?.item;
    tools.delete(id);
    const finished = finishedItem(item ?? toolItem({ name: 'unknown' }, id), block, structured, source);
    const place = open?.request === undefined ? source.place : inRequest(source.place, open.request);
    return completed(item ? finished : addInferred(finished, NAME), place);
  }

  function user(content: UserContent, source: LineSource, facts: UserFacts, events: ThreadEvent[]): void {
    const { place } = source;
    const first = events.length;
    // One account beside several results tells of one of them, and does not say which.
    const structured = content.results.length === 1 ? facts.structured : undefined;
    for (const block of content.results) events.push(finishTool(block, source, structured));
    takeTexts(events[first], source.extra);
    const hasWords = content.said.length > 0 || content.images.length > 0 || content.others.length > 0;
    if (hasWords) {
      const item = saidItem(content, ids.ofLine(source), facts.isInjected);
      events.push(completed(inferItem(item, { content: content.said }, source), place));
    }
    if (content.injected.length > 0) {
      const id = hasWords ? `${ids.ofLine(source)}.context` : ids.ofLine(source);
      const item: UserMessageItem = { id, type: 'user_message', text: content.injected.join('\n'), injected: true };
      if (!hasWords && content.rest.length > 0) item.extra = { content: [...content.rest] };
      events.push(completed(inferItem(item, {}, source), place));
    }
    if (events.length === first) events.push(contextEvent('user', {}, place));
    keepRest(events[first], source.extra, facts.message);
  }

  return {
    assistant,
    user,
    coming: ids.coming,
    openTool: (id) => tools.get(id)?.item,
    *openTools() {
      for (const { item } of tools.values()) yield item;
    },
    forget: ids.forget,
  };
}

/** A call that waits for its result, and the request that made it. */
interface OpenTool {
  item: ThreadItem;
  request: string | undefined;
}

/** The place of a line that belongs to a request which it does not name, unless it has the id itself. */
function inRequest(place: LinePlace, request_id: string): LinePlace {
  if (place.request_id === request_id) return place;
  return { ...place, request_id, isRequestSaid: false };
}

/** Texts of files that an item has are not given a second time beside it. */
function takeTexts(event: ThreadEvent | undefined, extra: Extra | undefined): void {
  if (event?.type !== 'item.completed' || extra?.toolUseResult === undefined) return;
  extra.toolUseResult = withoutTexts(extra.toolUseResult, event.item);
}

/** Other fields of the line and the message go on the first event. */
function keepRest(first: ThreadEvent | undefined, extra: Extra | undefined, message: Extra | undefined): void {
  if (!first) return;
  const kept = extra ?? {};
  if (message) kept.message = message;
  first.extra = kept;
}

function itemEvent(type: 'item.started' | 'item.completed', item: ThreadItem, place: LinePlace): ThreadEvent {
  const { line, thread_id, turn_id, timestamp, request_id } = place;
  const isOwn = place.parent_item_id === undefined && !place.inherited;
  // Built in one expression if possible: an object that grows field by field takes more time and memory.
  if (thread_id !== undefined && turn_id !== undefined && isOwn) {
    const inferred = inferredOf(place);
    if (timestamp === undefined) {
      if (request_id === undefined) return { type, item, line, thread_id, turn_id, inferred };
      return { type, item, line, thread_id, turn_id, request_id, inferred };
    }
    if (request_id === undefined) return { type, item, line, thread_id, turn_id, timestamp, inferred };
    return { type, item, line, thread_id, turn_id, timestamp, request_id, inferred };
  }
  return placed<ItemStartedEvent | ItemCompletedEvent>({ type, item, line }, place);
}

export const started = (item: ThreadItem, place: LinePlace) => itemEvent('item.started', item, place);
export const completed = (item: ThreadItem, place: LinePlace) => itemEvent('item.completed', item, place);

/** `text`: the words of the record, if it has any. */
export function contextEvent(kind: string, data: JsonObject, place: LinePlace, text = ''): ContextEvent {
  const { line, thread_id, turn_id, timestamp } = place;
  const isOwn = place.parent_item_id === undefined && !place.inherited && place.request_id === undefined;
  if (thread_id !== undefined && turn_id !== undefined && isOwn && text === '') {
    const inferred = inferredOf(place);
    if (timestamp === undefined) return { type: 'context', kind, data, line, thread_id, turn_id, inferred };
    return { type: 'context', kind, data, line, thread_id, turn_id, timestamp, inferred };
  }
  const event: ContextEvent = { type: 'context', kind, data, line };
  if (text !== '') event.text = text;
  return placed(event, place);
}

/** A line of an unknown kind, complete. */
export function unknownEvent({ type, ...data }: JsonObject, place: LinePlace): UnknownEvent {
  const name = typeof type === 'string' ? type : '';
  const wire_type = typeof data.subtype === 'string' && name === 'system' ? `${name}/${data.subtype}` : name;
  return placed({ type: 'unknown', wire_type, data }, place);
}

/** The ids of an event that its line does not have. */
function inferredOf(place: LinePlace): InferredFields {
  if (place.request_id === undefined || place.isRequestSaid) return isThreadSaid(place) ? TURN : THREAD_AND_TURN;
  return isThreadSaid(place) ? TURN_AND_REQUEST : ALL_IDS;
}

const TURN_AND_REQUEST = share(...TURN, ...REQUEST);
const ALL_IDS = share(...THREAD_AND_TURN, ...REQUEST);

/** True if the line itself names the thread. No line names its turn. */
function isThreadSaid({ thread_id, session, agent }: LinePlace): boolean {
  return thread_id === undefined || thread_id === session || thread_id === agent;
}

export function placed<T extends ThreadEvent>(event: T, place: LinePlace): T {
  const ids = inferredIds(isThreadSaid(place), place.turn_id === undefined);
  if (ids) addInferred(event, ids);
  if (place.thread_id !== undefined) event.thread_id = place.thread_id;
  if (place.turn_id !== undefined) event.turn_id = place.turn_id;
  if (place.timestamp !== undefined) event.timestamp = place.timestamp;
  if (place.parent_item_id !== undefined) event.parent_item_id = place.parent_item_id;
  if (place.inherited) event.inherited = true;
  if (place.request_id !== undefined) {
    event.request_id = place.request_id;
    if (!place.isRequestSaid) addInferred(event, REQUEST);
  }
  event.line = place.line;
  return event;
}
