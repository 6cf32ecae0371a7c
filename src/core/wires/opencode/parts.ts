import type { ThreadEvent, TokenCountEvent } from '../../thread/event.ts';
import type { ThreadItem, UserMessageItem } from '../../thread/item.ts';
import { addUsage } from '../../thread/running-usage.ts';
import { timeFrom } from '../../thread/time.ts';
import type { Extra } from '../../thread/usage.ts';
import { inferCounts, inferItem } from '../inferred.ts';
import { withDefined } from '../with-defined.ts';
import { wordsOf } from './errors.ts';
import type { Part } from './records.ts';
import { beginTurn, completeTurn, type KnownMessage, notePart, type ThreadState } from './thread-state.ts';
import { isRefused, toolItem } from './tool-items.ts';
import { usageOf } from './usage.ts';

/** A part with the message that it belongs to. */
export interface PlacedPart {
  state: ThreadState;
  message: KnownMessage;
  part: Part;
  /** The part as the wire has it. */
  source: Record<string, unknown>;
}

/** The events of a part, whatever its kind. */
export function partEvents(placed: PlacedPart): ThreadEvent[] {
  const { message, part } = placed;
  if (message.isUser) return userPart(placed);
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return textPart(placed);
    case 'tool':
      return toolPart(placed);
    case 'step-finish':
      return finishPart(placed);
    case 'step-start':
    case 'patch':
    case 'snapshot':
    case 'compaction':
      return [contextOf(placed)];
    case 'retry':
      return retryPart(placed);
    case 'file':
      return [{ type: 'item.completed', item: fileItem(placed) }];
    default:
      return [unknownOf(placed)];
  }
}

/** A part of the person's message. Words begin a turn, unless the program wrote them. */
function userPart(placed: PlacedPart): ThreadEvent[] {
  const { part } = placed;
  switch (part.type) {
    case 'text':
    case 'subtask':
      return [...(part.synthetic ? [] : beginning(placed)), { type: 'item.completed', item: promptItem(placed) }];
    case 'file':
      return [...beginning(placed), { type: 'item.completed', item: fileItem(placed) }];
    case 'compaction':
    case 'agent':
    case 'snapshot':
    case 'patch':
    case 'step-start':
    case 'step-finish':
      return [contextOf(placed)];
    default:
      return [unknownOf(placed)];
  }
}

/** The turn of a message of the person, which begins with its first part. */
function beginning({ state, message, part }: PlacedPart): ThreadEvent[] {
  const id = part.messageID ?? part.id;
  if (state.turn?.id === id) return [];
  const events = beginTurn(state, id);
  const started = events.at(-1);
  if (started?.type === 'turn.started' && message.model !== undefined) started.model = message.model;
  return events;
}

function promptItem({ part, source }: PlacedPart): ThreadItem {
  const { id, text = part.prompt ?? '', synthetic, extra } = part;
  const item: UserMessageItem = { id, type: 'user_message', text };
  if (synthetic) item.injected = true;
  if (extra) item.extra = extra;
  return inferItem(item, { text: source.text ?? source.prompt, id });
}

/** A file that was sent along: an image, or a document whose name is told. */
function fileItem({ part }: PlacedPart): ThreadItem {
  const { id, mime = '', url, filename, extra } = part;
  const item: UserMessageItem = { id, type: 'user_message', text: '', injected: true, inferred: ['text'] };
  if (mime.startsWith('image/') && url !== undefined) item.images = [url];
  else if (filename !== undefined) item.notes = [{ kind: 'document', text: filename }];
  item.extra = withDefined<Extra>({ ...extra }, { mime, ...(item.images ? { filename } : { url }) });
  return item;
}

function textPart(placed: PlacedPart): ThreadEvent[] {
  const { state, message, part, source } = placed;
  const { id, type, text = '', time, synthetic, extra } = part;
  const isDone = time?.end !== undefined || time === undefined;
  const wasKnown = state.parts.has(id);
  // A summary is told as a whole.
  const isSummary = type === 'text' && message.isSummary;
  notePart(state, id, isSummary ? 'compaction' : type, isDone);
  if (isSummary && !isDone) return [contextOf(placed)];
  const item = textItem(id, type, text, message);
  if (extra) item.extra = extra;
  if (synthetic) item.extra = { ...item.extra, synthetic };
  if (time?.extra) item.extra = { ...item.extra, time: time.extra };
  inferItem(item, isSummary ? {} : source, { id });
  if (isDone) return [{ type: 'item.completed', item }];
  return [{ type: wasKnown ? 'item.updated' : 'item.started', item }];
}

function textItem(id: string, type: string, text: string, { isSummary }: KnownMessage): ThreadItem {
  if (type === 'reasoning') return { id, type: 'reasoning', text };
  return isSummary ? { id, type: 'compaction', summary: text } : { id, type: 'agent_message', text };
}

function toolPart(placed: PlacedPart): ThreadEvent[] {
  const { state, part } = placed;
  const call = part.state;
  if (!call) return [unknownOf(placed)];
  // The arguments are still being written. What they are decides of which kind the item is.
  if (call.status === 'pending') return [contextOf(placed)];
  const isDone = call.status !== 'running';
  const wasKnown = state.parts.has(part.id);
  notePart(state, part.id, 'tool', isDone);
  const item = toolItem(part, call);
  if (isRefused(call) && state.turn) state.turn.refused = call.error;
  if (!isDone) return [{ type: wasKnown ? 'item.updated' : 'item.started', item }];
  if (call.status !== 'error') return [{ type: 'item.completed', item }];
  return [{ type: 'item.failed', item, ...(call.error !== undefined && { error: { message: call.error } }) }];
}

/** The reasons after which the agent asks the model again. */
const GOES_ON = new Set<string | undefined>(['tool-calls', 'unknown', undefined]);

function finishPart({ state, part }: PlacedPart): ThreadEvent[] {
  const { id, messageID, reason, tokens, time, extra } = part;
  // The server tells a part again and again. Its counts are those of one request.
  const isCounted = notePart(state, id, 'step-finish', true);
  const rest = withDefined<Extra>({ ...extra }, { time, reason, message_id: messageID });
  if (!tokens || isCounted) return [{ type: 'context', kind: 'step-finish', data: rest }, ...finished()];
  const last = usageOf(tokens);
  state.total = addUsage(state.total, last);
  const { total_tokens = 0 } = state.total;
  const event: TokenCountEvent = { type: 'token_count', ...state.total, total_tokens, last, extra: rest };
  inferCounts(event, '', event, undefined);
  inferCounts(event, 'last', last, tokens);
  return [event, ...finished()];

  function finished(): ThreadEvent[] {
    return GOES_ON.has(reason) ? [] : completeTurn(state);
  }
}

function retryPart({ part }: PlacedPart): ThreadEvent[] {
  const { message, code, extra } = wordsOf(part.error ?? '');
  const event: ThreadEvent = { type: 'error', message, extra: { ...part.extra, ...extra } };
  if (code !== undefined) event.code = code;
  return [event];
}

function contextOf({ part, source }: PlacedPart): ThreadEvent {
  return { type: 'context', kind: part.type, data: source };
}

function unknownOf({ part, source }: PlacedPart): ThreadEvent {
  const { type: _type, ...data } = source;
  return { type: 'unknown', wire_type: part.type, data };
}

/** The time of a part: its end, else its beginning. */
export function partTime({ time, state }: Part): string | undefined {
  const { end, start } = { ...state?.time, ...time };
  return timeFrom(end) ?? timeFrom(start);
}
