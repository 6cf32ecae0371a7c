import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import { addInferred, inferredIds } from '../../thread/inferred.ts';
import type { ThreadItem, UserMessageItem } from '../../thread/item.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { CountedUsage, Extra } from '../../thread/usage.ts';
import { readOutput } from '../cline/outputs.ts';
import { timeOf } from '../cline/time.ts';
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
  let threadId: string | undefined;
  let turnId: string | undefined;
  let turns = 0;
  let line = 0;
  let time: string | undefined;
  let model: string | undefined;
  let total: CountedUsage | undefined;

  function placed<Event extends ThreadEvent>(event: Event): Event {
    event.line = line;
    if (time !== undefined) event.timestamp = time;
    const isHeader = event.type === 'thread.started';
    const ids = inferredIds(threadId === undefined || isHeader, turnId === undefined || isHeader);
    if (ids) addInferred(event, ids);
    if (threadId !== undefined) event.thread_id = threadId;
    if (turnId !== undefined && !isHeader) event.turn_id = turnId;
    return event;
  }

  /** Only the next prompt marks the end of a turn. */
  function endTurn(): ThreadEvent[] {
    if (turnId === undefined) return [];
    const ended = placed({ type: 'turn.completed', inferred: true });
    turnId = undefined;
    return [ended];
  }

  function startTurn(mode: string | undefined): ThreadEvent[] {
    const ended = endTurn();
    turns += 1;
    turnId = `synthetic-turn-${turns}`;
    const begun: ThreadEvent = { type: 'turn.started' };
    if (mode === 'plan') begun.collaboration_mode_kind = 'plan';
    return [...ended, placed(begun)];
  }

  function read(record: JsonObject, number: number, problems: Problem[]): ThreadEvent[] {
    line = number;
    return record.role === undefined ? readHeader(record, problems) : readMessage(record, problems);
  }

  function readHeader(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { agent, sessionId, updated_at, origin, extra } = headerTable.read(record, problems);
    const begun: ThreadStartedEvent = { type: 'thread.started', thread_id: sessionId ?? '', agent: 'cline' };
    const isSub = agent === 'subagent' || origin?.mode === 'subagent';
    withDefined(begun, {
      cli_version: origin?.version,
      source: isSub ? 'subagent' : origin?.source,
      parent_thread_id: origin?.parentThreadId,
      agent_nickname: origin?.subagent,
      extra: extra || origin?.extra ? { ...extra, ...origin?.extra } : undefined,
    });
    if (updated_at !== undefined) begun.extra = { ...begun.extra, updated_at };
    if (begun.thread_id === '') addInferred(begun, ['thread_id']);
    threadId = sessionId;
    return [...endTurn(), placed(begun)];
  }

  function readMessage(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const message = messageTable.read(record, problems);
    const { id, role, content, ts, modelInfo, metrics, metadata, extra } = message;
    time = timeOf(ts) ?? time;
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
    const ended = placed({ type: 'turn.failed', error: { message: texts.join('\n') } });
    turnId = undefined;
    return [ended];
  }

  interface BlockPlace {
    id: string | undefined;
    index: number;
    /** Cline itself wrote the message. */
    isOwn: boolean;
    role: string;
  }

  function readBlock(block: unknown, place: BlockPlace, problems: Problem[]): ThreadEvent[] {
    if (!isObject(block)) return [placed({ type: 'context', kind: 'content', data: { content: block } })];
    const { id: request, role, index } = place;
    switch (block.type) {
      case 'text': {
        const { text, extra } = textTable.read(block, problems);
        if (role !== 'assistant') return readPrompt(text, extra, place);
        return [said({ id: `L${line}.${index}`, type: 'agent_message', text }, extra, request)];
      }
      case 'thinking': {
        const { thinking, extra } = thinkingTable.read(block, problems);
        return [said({ id: `L${line}.${index}`, type: 'reasoning', text: thinking }, extra, request)];
      }
      case 'tool_use':
        return [readUse(block, place, problems)];
      case 'tool_result':
        return [readResult(block, place, problems)];
      default: {
        const { type, ...data } = block;
        const item: ThreadItem = {
          id: `L${line}.${index}`,
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
    const item: UserMessageItem = { id: id ?? `L${line}.${index}`, type: 'user_message', text: typed ?? text };
    if (extra) item.extra = extra;
    // Cline asks the model to go on by messages of its own.
    const isTyped = role === 'user' && !isOwn && index === 0;
    if (!isTyped) item.injected = true;
    const begun = isTyped ? startTurn(mode) : [];
    return [...begun, placed({ type: 'item.completed', item: inferItem(item, { text }, { id }) })];
  }

  function readUse(block: JsonObject, { id: request, index }: BlockPlace, problems: Problem[]): ThreadEvent {
    const { id: own, name, input, extra } = useTable.read(block, problems);
    const id = own ?? `L${line}.${index}`;
    calls.set(id, { name, input, request, extra });
    forgetOldest(calls, coreLimits.maxOpenCalls);
    const item = inferItem(toolItem(id, name, input, undefined, extra), block, { id: own });
    const event: ThreadEvent = { type: 'item.started', item };
    if (request !== undefined) event.request_id = request;
    return placed(event);
  }

  function readResult(block: JsonObject, { index }: BlockPlace, problems: Problem[]): ThreadEvent {
    const { tool_use_id, name, content, extra: more } = resultTable.read(block, problems);
    const id = tool_use_id ?? `L${line}.${index}`;
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

  return { read, end: endTurn };
}
