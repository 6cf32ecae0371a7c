import type { Problem } from '../../../errors.ts';
import type { ThreadEvent, TokenCountEvent } from '../../thread/event.ts';
import { PLACEHOLDER_THOUGHT } from '../../thread/hand-over.ts';
import { addInferred, REQUEST } from '../../thread/inferred.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { inferTool } from '../gemini/tool-items.ts';
import { readTokens } from '../gemini/usage.ts';
import { inferCounts, inferItem } from '../inferred.ts';
import type { ChatState } from './chat-state.ts';
import type { KnownMessage } from './known-messages.ts';
import type { Thought } from './records.ts';
import { isSameValue } from './same-value.ts';
import { callIdOf, type Source } from './source.ts';
import { callId, endOf, readFunctionCall, readHandedOver, readToolCall } from './tool-calls.ts';

/** Reads a response of the model: thoughts, text, calls and their results, counts. Returns what was not told before. */
export function readGemini(
  state: ChatState,
  source: Source,
  before: KnownMessage | undefined,
  problems: Problem[],
): ThreadEvent[] {
  const { message, parts } = source;
  const known = before ?? state.messages.add('gemini', message.id, '');
  const events: ThreadEvent[] = [];
  if (message.model !== undefined && message.model !== state.model) {
    state.model = message.model;
    events.push({ type: 'context', kind: 'model', model: message.model, data: { model: message.model } });
  }
  const first = events.length;
  addThoughts(events, source, known);
  addText(events, source, known, state);
  if (parts.hasMore && parts.text === '' && !source.isRepeated) {
    events.push({ type: 'context', kind: 'gemini', data: { id: message.id, content: message.content } });
  }
  addCalls(events, source, state, problems);
  addCount(events, source, known, state, problems);
  const request = requestOf(state, source);
  if (request === undefined) return events;
  for (const event of events.slice(first)) {
    event.request_id = request;
    if (request !== message.id) addInferred(event, REQUEST);
  }
  if (request === message.id) state.lastRequest = request;
  return events;
}

/**
 * The request of a record. History that was handed over was none of this chat's. A call that the person gave up has a
 * record of its own without counts, after the record of its request.
 */
function requestOf({ keepsRequests, lastRequest }: ChatState, source: Source): string | undefined {
  const { message, isInherited } = source;
  if (!keepsRequests || isInherited) return undefined;
  const isGivenUp = !message.tokens && message.toolCalls !== undefined && source.parts.text === '';
  return isGivenUp ? (lastRequest ?? message.id) : message.id;
}

function addThoughts(events: ThreadEvent[], source: Source, known: KnownMessage): void {
  const { message, parts, isRepeated } = source;
  // A checkpoint has them in another form, so the check is only whether there are any.
  if (isRepeated && known.thoughts.length > 0) return;
  const { thoughts = [] } = message;
  const found = thoughts.length > 0 ? thoughts : parts.thoughts.map((description): Thought => ({ description }));
  found.forEach((thought, index) => {
    const text = thoughtText(thought);
    if (source.isInherited && text === PLACEHOLDER_THOUGHT) return;
    if (known.thoughts[index] === text && !thought.extra) return;
    const type = known.thoughts[index] === undefined ? 'item.completed' : 'item.updated';
    known.thoughts[index] = text;
    const id = `${message.id}.thought.${index + 1}`;
    const item: ThreadItem = inferItem({ id, type: 'reasoning', text }, { ...thought });
    if (thought.extra) item.extra = thought.extra;
    const event: ThreadEvent = { type, item };
    if (thought.timestamp !== undefined) event.timestamp = thought.timestamp;
    events.push(event);
  });
}

function thoughtText({ subject, description }: Thought): string {
  if (!subject) return description ?? '';
  return description ? `**${subject}**\n\n${description}` : `**${subject}**`;
}

function addText(events: ThreadEvent[], source: Source, known: KnownMessage, state: ChatState): void {
  const { message, parts } = source;
  if (parts.text === '' || parts.text === known.text || (source.isRepeated && known.text !== '')) return;
  const type = known.text === '' ? 'item.completed' : 'item.updated';
  known.text = parts.text;
  state.messages.learnText('gemini', parts.text);
  const item: ThreadItem = { id: message.id, type: 'agent_message', text: parts.text };
  if (parts.hasMore || parts.images.length > 0) item.extra = { content: message.content };
  events.push({ type, item: inferItem(item, {}, message) });
}

function addCalls(events: ThreadEvent[], source: Source, state: ChatState, problems: Problem[]): void {
  const { message, parts } = source;
  message.toolCalls?.forEach((call, index) => {
    const said = callId(call);
    const given = said ?? `${message.id}.call.${index + 1}`;
    const id = callIdOf(given, source);
    const before = state.calls.get(id);
    if (before?.source && (source.isRepeated || isSameValue(before.source, call))) return;
    const read = source.isInherited ? readHandedOver(call, id, problems) : readToolCall(call, id, problems);
    inferTool(read.item, call);
    const event = endOf(read);
    const requestId = requestOf(state, source);
    state.calls.set(id, { input: call.args, isDone: event.type !== 'item.started', source: call, requestId });
    events.push(event);
  });
  for (const part of parts.calls) {
    const id = typeof part.id === 'string' ? callIdOf(part.id, source) : part.id;
    const read = readFunctionCall({ ...part, id });
    if (!read || state.calls.has(read.id)) continue;
    state.calls.set(read.id, { input: part.args, isDone: false, requestId: requestOf(state, source) });
    events.push({ type: 'item.started', item: inferTool(read.item, part) });
  }
}

/** The counts of a message are those of one request, however often it is written. The largest are the last. */
function addCount(
  events: ThreadEvent[],
  { message, isRepeated, isInherited }: Source,
  known: KnownMessage,
  state: ChatState,
  problems: Problem[],
): void {
  if (!message.tokens || isInherited) return;
  const last = readTokens(message.tokens, problems);
  const before = known.tokens;
  if (before && (last.total_tokens ?? 0) <= (before.total_tokens ?? 0)) {
    if (last.extra && !isRepeated) events.push({ type: 'context', kind: 'tokens', data: message.tokens });
    return;
  }
  known.tokens = last;
  const total = state.turns.count(last, before);
  const { total_tokens = 0 } = total;
  const extra = { message_id: message.id };
  const event: TokenCountEvent = { type: 'token_count', ...total, total_tokens, last, extra };
  inferCounts(event, '', event, undefined);
  inferCounts(event, 'last', last, message.tokens);
  events.push(event);
}
