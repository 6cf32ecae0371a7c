import { extractText, type UnifiedMessage } from '../../messages/message.ts';
import type { ItemEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { UiMessage, UiMetadata, UiPart } from './ui-message.ts';
import { uiParts } from './ui-parts.ts';

export interface UiMessagesOptions {
  /** The request of the event that opened a message. */
  keyOf(event: object | undefined): string | undefined;
  /** Says whether the person refused the call of an item. */
  isDenied(itemId: string): boolean;
}

/** Joins messages of threads to messages of the AI SDK. */
export interface UiMessages {
  /** Takes the next message and its turn. Returns what is whole by now. */
  push(message: UnifiedMessage, turn: number): UiMessage[];
  end(): UiMessage[];
}

/** The open message of the assistant, which has all that it does in a turn. */
interface OpenAnswer {
  message: UiMessage;
  turn: number;
  request: string | undefined;
}

/** All that the assistant does in a turn is one message, with a mark before each request to the model. */
export function createUiMessages(options: UiMessagesOptions): UiMessages {
  const ids = new Map<string, number>();
  /** The messages of sub-agents that the open message has not got yet, by the call that started them. */
  const agents = new Map<string, UiMessages>();
  const nested = new Map<string, UiMessage[]>();
  let open: OpenAnswer | undefined;

  function uniqueId(id: string): string {
    const count = (ids.get(id) ?? 0) + 1;
    ids.set(id, count);
    return count === 1 ? id : `${id}#${count}`;
  }

  function close(): UiMessage[] {
    const done = open?.message;
    if (done) for (const part of subAgentParts()) done.parts.push(part);
    open = undefined;
    return done ? [done] : [];
  }

  function subAgentParts(): UiPart[] {
    const parts: UiPart[] = [];
    for (const [parent, fold] of agents) {
      const messages = [...(nested.get(parent) ?? []), ...fold.end()];
      if (messages.length > 0) parts.push({ type: 'data-subagent', data: { parent, messages } });
    }
    agents.clear();
    nested.clear();
    return parts;
  }

  function pushNested(message: UnifiedMessage, parent: string, turn: number): UiMessage[] {
    const fold = agents.get(parent) ?? createUiMessages(options);
    agents.set(parent, fold);
    const { parent: _, ...own } = message;
    nested.set(parent, [...(nested.get(parent) ?? []), ...fold.push(own, turn)]);
    return [];
  }

  function pushPrompt(message: UnifiedMessage): UiMessage[] {
    const prompt: UiMessage = {
      id: uniqueId(message.id),
      role: 'user',
      metadata: metadataOf(message),
      parts: uiParts(message, false),
    };
    return [...close(), prompt];
  }

  /** Answers, and notices of the program, which no model reads. */
  function pushAnswer(message: UnifiedMessage, turn: number): UiMessage[] {
    const done = open && open.turn !== turn ? close() : [];
    open ??= { message: emptyAnswer(message), turn, request: undefined };
    const { metadata, parts } = open.message;
    if (message.role === 'system') {
      parts.push(noticePart(message));
      return done;
    }
    if (message.model !== undefined) metadata.model ??= message.model;
    if (message.usage) metadata.usage = message.usage;
    const request = options.keyOf(message._original);
    const isNew = request === undefined ? open.request === undefined : request !== open.request;
    if (isNew) parts.push({ type: 'step-start' });
    open.request = request ?? open.request ?? '';
    const itemId = openingItem(message._original)?.id;
    for (const part of uiParts(message, itemId !== undefined && options.isDenied(itemId))) parts.push(part);
    return done;
  }

  function emptyAnswer(message: UnifiedMessage): UiMessage {
    return { id: uniqueId(message.id), role: 'assistant', metadata: metadataOf(message), parts: [] };
  }

  return {
    push(message, turn) {
      if (message.parent !== undefined) return pushNested(message, message.parent, turn);
      return message.role === 'user' ? pushPrompt(message) : pushAnswer(message, turn);
    },
    end: close,
  };
}

function noticePart(message: UnifiedMessage): UiPart {
  const text = extractText(message);
  if (openingItem(message._original)?.type === 'compaction')
    return { type: 'data-compaction', id: message.id, data: { summary: text } };
  return { type: 'data-notice', id: message.id, data: { text } };
}

function metadataOf({ tool, timestamp, model, injected, withdrawn, inherited, _original }: UnifiedMessage): UiMetadata {
  const metadata: UiMetadata = { agent: tool };
  if (timestamp > 0) metadata.timestamp = timestamp;
  if (model !== undefined) metadata.model = model;
  const turnId = _original && 'turn_id' in _original ? _original.turn_id : undefined;
  if (typeof turnId === 'string') metadata.turn_id = turnId;
  if (injected) metadata.injected = true;
  if (withdrawn) metadata.withdrawn = true;
  if (inherited) metadata.inherited = true;
  return metadata;
}

/** The item of the event that opened a message. */
function openingItem(event: object | undefined): ThreadItem | undefined {
  return event && 'item' in event ? (event as ItemEvent).item : undefined;
}
