import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import { addInferred } from '../../thread/inferred.ts';
import type { ThreadItem, UserMessageItem } from '../../thread/item.ts';
import { addUsage } from '../../thread/running-usage.ts';
import { timeFrom } from '../../thread/time.ts';
import type { CountedUsage, Extra } from '../../thread/usage.ts';
import { readOutput } from '../cline/outputs.ts';
import { createClinePlace } from '../cline/place.ts';
import { toolItem } from '../cline/tool-items.ts';
import { isNothing, readUsage } from '../cline/usage.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { inferCounts, inferItem } from '../inferred.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { headerTable, messageTable, resultTable, textTable, thinkingTable, useTable } from './records.ts';

/** The mode in which a prompt was typed, and the prompt. */
const WRAPPED = /^\s*<user_input mode="([^"]*)">([\s\S]*)<\/user_input>\s*$/;

interface OpenCall {
  name: string;
  input: unknown;
  request: string | undefined;
  extra: Extra | undefined;
}

/** Reads `<id>.messages.json` of Cline 3, which is written anew after each step. */
export function createClineSessionReader(): WireReader {
  const calls = new Map<string, OpenCall>();
  const place = createClinePlace();
  const { placed, endTurn, startTurn } = place;
  let model: string | undefined;
  let total: CountedUsage | undefined;

  function read(record: JsonObject, number: number, problems: Problem[]): ThreadEvent[] {
    place.line = number;
    return record.role === undefined ? readHeader(record, problems) : readMessage(record, problems);
  }

  function readHeader(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { agent, sessionId, updated_at, origin, extra } = headerTable.read(record, problems);
    const begun: ThreadStartedEvent = { type: 'thread.started', thread_id: sessionId ?? '', agent: 'cline' };
    const isSub = (agent !== undefined && agent !== 'lead') || origin?.mode === 'subagent';
    withDefined(begun, {
      cli_version: origin?.version,
      source: isSub ? 'subagent' : origin?.source,
      parent_thread_id: origin?.parentThreadId,
      agent_nickname: origin?.subagent,
      extra: extra || origin?.extra ? { ...extra, ...origin?.extra } : undefined,
    });
    if (updated_at !== undefined) begun.extra = { ...begun.extra, updated_at };
    if (begun.thread_id === '') addInferred(begun, ['thread_id']);
    place.threadId = sessionId;
    return [...endTurn(), placed(begun)];
  }

  function readMessage(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const message = messageTable.read(record, problems);
    const { id, role, content, ts, modelInfo, metrics, metadata, extra } = message;
    place.time = timeFrom(ts) ?? place.time;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const list: unknown[] = Array.isArray(blocks) ? blocks : blocks === undefined ? [] : [blocks];
    const events: ThreadEvent[] = [];
    if (modelInfo?.id !== undefined && modelInfo.id !== model) {
      model = modelInfo.id;
      events.push(placed({ type: 'context', kind: 'modelInfo', model, data: { ...modelInfo } }));
    }
    const isOwn = metadata !== undefined;
    if (metadata?.displayRole === 'error') events.push(...readFailure(list, problems));
    else
      for (const [index, block] of list.entries()) {
        events.push(...readBlock(block, { id, index, isOwn, role }, problems));
      }
    const rest: Extra = { ...extra, ...(metadata?.extra && { metadata: metadata.extra }), ...modelInfo?.extra };
    if (events.length === 0) events.push(placed({ type: 'context', kind: 'message', data: { id, role } }));
    const first = events.find(({ type }) => !type.startsWith('turn.')) ?? events[0];
    if (first && Object.keys(rest).length > 0) first.extra = { ...first.extra, ...rest };
    if (metrics) events.push(placed(count(metrics, id, problems)));
    return events;
  }

  function count(metrics: JsonObject, id: string | undefined, problems: Problem[]): ThreadEvent {
    const last = readUsage(metrics, problems);
    // A request that broke off.
    if (isNothing(last)) return { type: 'context', kind: 'metrics', data: { ...metrics } };
    total = addUsage(...(total ? [total] : []), last);
    const event: ThreadEvent = { type: 'token_count', ...total, last };
    inferCounts(event, 'last', last, metrics);
    if (id !== undefined) event.request_id = id;
    return event;
  }

  /** Why a request failed, which also ended the turn. */
  function readFailure(blocks: readonly unknown[], problems: Problem[]): ThreadEvent[] {
    const texts = blocks.map((block) => (isObject(block) ? textTable.read(block, problems).text : String(block)));
    const failed: ThreadEvent = { type: 'turn.failed', error: { message: texts.join('\n') } };
    return place.hasTurn() ? endTurn(failed) : [placed(failed)];
  }

  interface BlockPlace {
    id: string | undefined;
    index: number;
    /** Cline itself wrote the message. */
    isOwn: boolean;
    role: string;
  }

  function readBlock(block: unknown, at: BlockPlace, problems: Problem[]): ThreadEvent[] {
    if (!isObject(block)) return [placed({ type: 'context', kind: 'content', data: { content: block } })];
    const { id: request, role, index } = at;
    switch (block.type) {
      case 'text': {
        const { text, extra } = textTable.read(block, problems);
        if (role !== 'assistant') return readPrompt(text, extra, at);
        return [said({ id: lineId(index), type: 'agent_message', text }, extra, request)];
      }
      case 'thinking': {
        const { thinking, extra } = thinkingTable.read(block, problems);
        return [said({ id: lineId(index), type: 'reasoning', text: thinking }, extra, request)];
      }
      case 'tool_use':
        return [readUse(block, at, problems)];
      case 'tool_result':
        return [readResult(block, at, problems)];
      default: {
        const { type, ...data } = block;
        const item: ThreadItem = {
          id: lineId(index),
          type: 'unknown',
          wire_type: typeof type === 'string' ? type : '',
          data,
        };
        return [placed({ type: 'item.completed', item: inferItem(item, {}) })];
      }
    }
  }

  function said(item: ThreadItem, extra: Extra | undefined, request: string | undefined): ThreadEvent {
    if (extra) item.extra = extra;
    const event: ThreadEvent = { type: 'item.completed', item: inferItem(item, { text: '' }, {}) };
    if (request !== undefined) event.request_id = request;
    return placed(event);
  }

  function readPrompt(text: string, extra: Extra | undefined, { index, isOwn, role, id }: BlockPlace): ThreadEvent[] {
    const [, mode, typed] = WRAPPED.exec(text) ?? [];
    const item: UserMessageItem = { id: id ?? lineId(index), type: 'user_message', text: typed ?? text };
    if (extra) item.extra = extra;
    // Cline asks the model to go on by messages of its own.
    const isTyped = role === 'user' && !isOwn && index === 0;
    if (!isTyped) item.injected = true;
    const begun = isTyped ? startTurn(mode) : [];
    return [...begun, placed({ type: 'item.completed', item: inferItem(item, { text }, { id }) })];
  }

  function readUse(block: JsonObject, { id: request, index }: BlockPlace, problems: Problem[]): ThreadEvent {
    const { id: own, name, input, extra } = useTable.read(block, problems);
    const id = own ?? lineId(index);
    calls.set(id, { name, input, request, extra });
    forgetOldest(calls, coreLimits.maxOpenCalls);
    const item = inferItem(toolItem(id, name, input, undefined, extra), block, { id: own });
    const event: ThreadEvent = { type: 'item.started', item };
    if (request !== undefined) event.request_id = request;
    return placed(event);
  }

  function readResult(block: JsonObject, { index }: BlockPlace, problems: Problem[]): ThreadEvent {
    const { tool_use_id, name, content, extra: more } = resultTable.read(block, problems);
    const id = tool_use_id ?? lineId(index);
    const call = calls.get(id) ?? { name: name ?? '', input: undefined, request: undefined, extra: undefined };
    calls.delete(id);
    const output = readOutput(content, undefined, problems);
    const told = typeof content === 'string' ? content : undefined;
    const extra = call.extra || more ? { ...call.extra, ...more } : undefined;
    const made = toolItem(id, call.name, call.input, { output, told }, extra);
    const item = inferItem(made, { ...block, result: {} }, { id: tool_use_id });
    const event: ThreadEvent = { type: 'item.completed', item };
    if (call.request !== undefined) event.request_id = call.request;
    return placed(event);
  }

  const lineId = (index: number): string => `L${place.line}.${index}`;

  return { read, end: () => endTurn() };
}
