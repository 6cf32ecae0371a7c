import type { ThreadEvent } from '../../thread/event.ts';
import { isNoteText } from '../../thread/hand-over.ts';
import { addInferred, REQUEST } from '../../thread/inferred.ts';
import type { UserMessageItem } from '../../thread/item.ts';
import { inferItem } from '../inferred.ts';
import type { ChatState } from './chat-state.ts';
import { type Content, injectedKind, readContent } from './content.ts';
import type { KnownMessage } from './known-messages.ts';
import { callIdOf, dataOf, type Source } from './source.ts';
import { endOf, readFunctionResponse } from './tool-calls.ts';

/** Reads the model's input: prompts, which begin turns, context, summaries, and results of tools. */
export function readUser(state: ChatState, source: Source, before: KnownMessage | undefined): ThreadEvent[] {
  const { message, parts } = source;
  if (parts.responses.length > 0) return readResponses(state, source, before);
  const injected = source.isInherited ? noteKind(parts.text) : injectedKind(parts.text, state.isAgent);
  const shown = message.displayContent === undefined || injected ? parts : readContent(message.displayContent);
  const item = userItem(source, shown);
  if (before) {
    if (source.isRepeated || (before.text === shown.text && !item.extra)) return [];
    before.text = shown.text;
    return [{ type: 'item.updated', item }];
  }
  const known = state.messages.add('user', message.id, shown.text);
  if (injected === 'snapshot') {
    const summary = { id: message.id, type: 'compaction' as const, summary: shown.text };
    return [{ type: 'item.completed', item: item.extra ? { ...summary, extra: item.extra } : summary }];
  }
  if (injected) return [{ type: 'item.completed', item: { ...item, injected: true } }];
  const { ended, id: turn_id } = state.turns.begin(source.isInherited);
  known.begins = turn_id;
  return [...ended, { type: 'turn.started', turn_id }, { type: 'item.completed', item, turn_id }];
}

/** Texts handed over as typed count as typed, except for the note to the model before them. */
function noteKind(text: string): 'context' | undefined {
  return isNoteText(text) ? 'context' : undefined;
}

function userItem({ message, parts }: Source, shown: Content): UserMessageItem {
  const item: UserMessageItem = { id: message.id, type: 'user_message', text: shown.text };
  inferItem(item, { content: message.content }, message);
  if (parts.images.length > 0) item.images = [...parts.images];
  const hasMore = parts.hasMore || parts.calls.length > 0 || parts.thoughts.length > 0;
  const { content, displayContent } = message;
  if (displayContent !== undefined) item.extra = { content, displayContent };
  else if (hasMore) item.extra = { content };
  return item;
}

/** Reads the results of tools as given to the model. They are news only if no record of the call had them. */
function readResponses(state: ChatState, source: Source, before: KnownMessage | undefined): ThreadEvent[] {
  const events: ThreadEvent[] = [];
  for (const part of source.parts.responses) {
    const id = typeof part.id === 'string' ? callIdOf(part.id, source) : undefined;
    const call = id === undefined ? undefined : state.calls.get(id);
    const read = call?.isDone || id === undefined ? undefined : readFunctionResponse({ ...part, id }, call?.input);
    if (!read) continue;
    state.calls.set(read.id, { input: call?.input, isDone: true });
    const event = endOf(read);
    if (call?.requestId !== undefined) addInferred(event, REQUEST).request_id = call.requestId;
    events.push(event);
  }
  if (!before) state.messages.add('user', source.message.id, '');
  if (source.isRepeated) return events;
  const context: ThreadEvent = { type: 'context', kind: 'functionResponse', data: dataOf(source.message) };
  delete source.message.extra;
  const [first] = source.parts.responses;
  if (typeof first?.id === 'string') context.item_id = first.id;
  events.push(context);
  return events;
}
