import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { addInferred } from '../../thread/inferred.ts';
import type { ThreadItem, UserMessageItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { inferItem } from '../inferred.ts';
import {
  errorTable,
  noticeTable,
  readResult,
  requestTable,
  responseTable,
  textTable,
  thinkingTable,
  wordsOfBlock,
} from './blocks.ts';
import type { GooseMessage } from './message.ts';
import { isShell, toolItem } from './tool-items.ts';

/** A call whose result is not known yet. */
interface OpenCall {
  name: string;
  input: unknown;
  request: string | undefined;
  extra: Extra | undefined;
}

/** A text or a thought that an answer consists of, as far as it is known. */
export interface Said {
  id: string;
  type: 'agent_message' | 'reasoning';
  text: string;
  extra?: Extra | undefined;
}

/** Turns the blocks of messages into events. It remembers the calls and the texts of each answer. */
export interface GooseConversation {
  /** The calls and results of a message, and its other blocks but for texts and thoughts. */
  readBlock(block: unknown, message: GooseMessage, id: string, problems: Problem[]): ThreadEvent[];
  /** The text or the thought of a block. Undefined for any other block. */
  readSaid(block: unknown, problems: Problem[]): Omit<Said, 'id'> | undefined;
  /** The id for the next text or thought of an answer: the answer's, once for each kind. */
  saidId(messageId: string | undefined, type: Said['type'], line: number): string;
  /** Says which request the answers that follow belong to. */
  setRequest(id: string | undefined): void;
  readonly request: string | undefined;
  /** Forgets the calls that have no result, and says if there were any. */
  leaveOpenCalls(): boolean;
}

export function createGooseConversation(): GooseConversation {
  const calls = new Map<string, OpenCall>();
  const counts = new Map<string, number>();
  let request: string | undefined;

  function readRequest(block: JsonObject, id: string, problems: Problem[]): ThreadEvent[] {
    const { id: own, toolCall, extra: rest } = requestTable.read(block, problems);
    const { value, error, extra: more } = toolCall ?? {};
    const extra = joined(rest, more && { toolCall: more }, value?.extra && { value: value.extra }, error && { error });
    // On disk goose has this name for a call that it could not read; live it has none.
    const name = value?.name || 'unparseable_tool_call';
    const call: OpenCall = { name, input: value?.arguments, request, extra };
    const callId = own ?? id;
    calls.set(callId, call);
    forgetOldest(calls, coreLimits.maxOpenCalls);
    const item = inferItem(toolItem(callId, name, call.input, undefined, extra), block, { id: own });
    if (value?.name === undefined) addInferred(item, ['call.name']);
    return [requested({ type: 'item.started', item }, call.request)];
  }

  function readResponse(block: JsonObject, id: string, problems: Problem[]): ThreadEvent[] {
    const { id: own, toolResult, extra } = responseTable.read(block, problems);
    const callId = own ?? id;
    const call = calls.get(callId) ?? { name: '', input: undefined, request: undefined, extra: undefined };
    calls.delete(callId);
    const result = readResult(toolResult, isShell(call.name), problems);
    const made = toolItem(callId, call.name, call.input, result, joined(call.extra, extra));
    const item = inferItem(made, { ...block, result: {} }, { id: own });
    return [requested({ type: 'item.completed', item }, call.request)];
  }

  function readBlock(block: unknown, message: GooseMessage, id: string, problems: Problem[]): ThreadEvent[] {
    if (!isObject(block)) return [{ type: 'context', kind: 'content', data: { content: block } }];
    switch (block.type) {
      case 'toolRequest':
      case 'frontendToolRequest':
        return readRequest(block, id, problems);
      case 'toolResponse':
        return readResponse(block, id, problems);
      case 'error': {
        const { kind, message: text, extra } = errorTable.read(block, problems);
        const event: ThreadEvent = { type: 'error', message: text };
        if (kind !== undefined) event.code = kind;
        if (extra) event.extra = extra;
        return [event];
      }
      case 'systemNotification': {
        const { msg, extra } = noticeTable.read(block, problems);
        return [
          { type: 'context', kind: 'systemNotification', text: msg, data: { ...block }, ...(extra && { extra }) },
        ];
      }
      case 'toolConfirmationRequest':
      case 'actionRequired':
      case 'redactedThinking':
      case 'document':
        return [{ type: 'context', kind: block.type, text: wordsOfBlock(block), data: { ...block } }];
      default: {
        const { type, ...data } = block;
        const item: ThreadItem = { id, type: 'unknown', wire_type: typeof type === 'string' ? type : '', data };
        return [{ type: 'item.completed', item: inferItem(item, { id: message.id }) }];
      }
    }
  }

  return {
    readBlock,
    readSaid(block, problems) {
      if (!isObject(block)) return undefined;
      if (block.type === 'text') {
        const { text, extra } = textTable.read(block, problems);
        return { type: 'agent_message', text, extra };
      }
      if (block.type !== 'thinking') return undefined;
      const { thinking, extra = {} } = thinkingTable.read(block, problems);
      const { signature, ...rest } = extra;
      // An empty signature says nothing.
      return { type: 'reasoning', text: thinking, extra: signature === '' ? joined(rest) : joined(extra) };
    },
    saidId(messageId, type, line) {
      if (messageId === undefined) return `L${line}.0`;
      const key = `${type} ${messageId}`;
      const occurrence = (counts.get(key) ?? 0) + 1;
      counts.set(key, occurrence);
      forgetOldest(counts, coreLimits.maxOpenCalls);
      return occurrence === 1 ? messageId : `${messageId}.${occurrence}`;
    },
    setRequest(id) {
      request = id;
    },
    get request() {
      return request;
    },
    leaveOpenCalls() {
      const hadOpen = calls.size > 0;
      calls.clear();
      return hadOpen;
    },
  };
}

function requested<Event extends ThreadEvent>(event: Event, request: string | undefined): Event {
  if (request !== undefined) event.request_id = request;
  return event;
}

/** Unknown fields of several levels in one object. Undefined if there are none. */
export function joined(...parts: readonly (Extra | undefined | '')[]): Extra | undefined {
  const all: Extra = {};
  for (const part of parts) if (part) Object.assign(all, part);
  return Object.keys(all).length > 0 ? all : undefined;
}

/** The prompt of a message, or what goose told the model by itself. Undefined if it has neither texts nor images. */
export function userItem(
  { id, content, extra }: GooseMessage,
  line: number,
  problems: Problem[],
): UserMessageItem | undefined {
  const texts: string[] = [];
  const images: string[] = [];
  let rest = extra;
  for (const block of content) {
    if (!isObject(block)) continue;
    if (block.type === 'text') {
      const { text, extra: more } = textTable.read(block, problems);
      texts.push(text);
      rest = joined(rest, more);
    }
    if (block.type === 'image' && typeof block.data === 'string') {
      const kind = typeof block.mimeType === 'string' ? block.mimeType : 'image/png';
      images.push(`data:${kind};base64,${block.data}`);
    }
  }
  if (texts.length === 0 && images.length === 0) return undefined;
  const item: UserMessageItem = { id: id ?? `L${line}.0`, type: 'user_message', text: texts.join('\n') };
  if (images.length > 0) item.images = images;
  if (rest) item.extra = rest;
  return inferItem(item, { id, content });
}
