import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ContextEvent, ThreadError, ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import { HAND_OVER_FIELD, handOverNote, markOwnCalls, originOfNote } from '../../thread/hand-over.ts';
import { addInferred, ID, inferredIds, THREAD } from '../../thread/inferred.ts';
import type { CompactionItem, ThreadItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { sentencesIn, wordsIn } from '../../tools/words-in.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { inferItem } from '../inferred.ts';
import { toolItem } from '../qwen/tool-items.ts';
import { createTurns } from '../qwen/turns.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { readParts } from './contents.ts';
import { promptItem } from './prompt-item.ts';
import { type ChatRecord, recordTable } from './records.ts';
import { createRequests, telemetryOf } from './requests.ts';
import { type AskedCall, readResult } from './results.ts';

/** The events of a record, and the one that keeps the rest of it. */
interface Read {
  events: ThreadEvent[];
  main?: ThreadEvent | undefined;
}

/** Reads chats of Qwen Code, and the files of its sub-agents. A record is a whole reply, a prompt, or a result. */
export function createQwenChatReader(): WireReader {
  const turns = createTurns();
  const requests = createRequests(turns);
  const calls = new Map<string, AskedCall>();
  /** The turns by the record before their prompt, which a rewind goes back to. */
  const prompts = new Map<string, string>();
  let threadId: string | undefined;
  let known: Pick<ChatRecord, 'cwd' | 'version' | 'gitBranch' | 'model'> = {};
  let error: ThreadError | undefined;
  let wasStopped = false;
  /** The last turn of history that was handed over. */
  let inheritedTurn: string | undefined;
  let isInherited = false;
  let lastLine = 0;
  let lastTime: string | undefined;

  function giveThread(record: ChatRecord): ThreadEvent[] {
    const { sessionId, agentId, agentName, isSidechain, cwd, version, gitBranch } = record;
    const id = agentId ?? sessionId;
    if (id === undefined || id === threadId) return changeOf(record);
    const events = endTurn();
    threadId = id;
    known = { cwd, version, gitBranch };
    const event: ThreadStartedEvent = { type: 'thread.started', agent: 'qwen', thread_id: id };
    withDefined(event, {
      cwd,
      cli_version: version,
      git: gitBranch === undefined ? undefined : { branch: gitBranch },
      parent_thread_id: agentId === undefined ? undefined : sessionId,
      source: isSidechain ? 'subagent' : undefined,
      agent_nickname: agentName,
      origin: originOfNote(record.extra?.[HAND_OVER_FIELD]),
    });
    return [...events, event];
  }

  /** What every record repeats is told again only where it changes. */
  function changeOf({
    cwd = known.cwd,
    version = known.version,
    gitBranch = known.gitBranch,
  }: ChatRecord): ThreadEvent[] {
    if (cwd === known.cwd && version === known.version && gitBranch === known.gitBranch) return [];
    known = { ...known, cwd, version, gitBranch };
    return [
      withDefined<ContextEvent>(
        { type: 'context', kind: 'session', data: withDefined<Extra>({}, { cwd, version, gitBranch }) },
        { cwd },
      ),
    ];
  }

  function endTurn(): ThreadEvent[] {
    // A person who stops a call stops the turn. What the service says then is no error of its own.
    const ended = wasStopped ? turns.abort('interrupted') : turns.end(error);
    error = undefined;
    wasStopped = false;
    return ended.map((event) => (event.type === 'turn.failed' ? event : { ...event, inferred: true }));
  }

  function readUser(record: ChatRecord, problems: Problem[]): Read {
    const { uuid = `L${lastLine}.1`, parentUuid, provenance, subtype, systemPayload } = record;
    const item = promptItem(record, uuid, problems);
    const event: ThreadEvent = { type: 'item.completed', item };
    if (systemPayload) item.extra = { ...item.extra, systemPayload };
    if (provenance !== undefined && provenance !== 'real_user') item.injected = true;
    if (item.injected || subtype === 'mid_turn_user_message') return { events: [event], main: event };
    const begun = [...endTurn(), turns.begin()];
    const turnId = turns.current();
    if (turnId !== undefined) prompts.set(parentUuid ?? '', turnId);
    forgetOldest(prompts, coreLimits.maxRememberedTurns);
    return { events: [...begun, event], main: event };
  }

  function readReply(record: ChatRecord, problems: Problem[]): Read {
    const { uuid, message, model, usageMetadata } = record;
    const id = uuid ?? `L${lastLine}`;
    const events: ThreadEvent[] = turns.current() === undefined ? [turns.begin()] : [];
    const counted = requests.replied(usageMetadata, uuid, problems);
    error = undefined;
    wasStopped = false;
    if (model !== undefined && model !== known.model) {
      known = { ...known, model };
      events.push({ type: 'context', kind: 'model', model, data: { model } });
    }
    const first = events.length;
    readParts(message?.parts ?? [], problems).forEach((part, index) => {
      events.push(...partEvents(part, `${id}.${index + 1}`, counted.id));
    });
    if (events.length === first) events.push({ type: 'context', kind: 'assistant', data: {} });
    if (counted.id !== undefined) for (const event of events.slice(first)) event.request_id = counted.id;
    return { events: [...events, ...counted.events], main: events[first] };
  }

  function partEvents(
    part: ReturnType<typeof readParts>[number],
    id: string,
    requestId: string | undefined,
  ): ThreadEvent[] {
    switch (part.kind) {
      case 'text':
      case 'thought': {
        if (part.text === '') return [];
        const type = part.kind === 'text' ? 'agent_message' : 'reasoning';
        const item: ThreadItem = { id, type, text: part.text };
        if (part.extra) item.extra = part.extra;
        return [{ type: 'item.completed', item: addInferred(item, ID) }];
      }
      case 'call': {
        const { id: own = id, name, input, extra } = part;
        calls.set(own, { name, input, requestId });
        forgetOldest(calls, coreLimits.maxOpenCalls);
        requests.called(own, input);
        return [{ type: 'item.started', item: toolItem({ id: own, name, input, status: 'in_progress', extra }) }];
      }
      case 'response':
        return [{ type: 'context', kind: 'functionResponse', data: part.source }];
      default:
        return [{ type: 'context', kind: 'part', data: { part: part.source } }];
    }
  }

  function readToolResult({ message, toolCallResult, uuid }: ChatRecord, problems: Problem[]): Read {
    const parts = readParts(message?.parts ?? [], problems);
    const isAnswered = toolCallResult?.callId === undefined || parts.some(({ kind }) => kind === 'response');
    // What people saw stands beside the response, with the id of the call.
    if (!isAnswered) parts.push({ kind: 'response', source: {} });
    const events: ThreadEvent[] = [];
    for (const part of parts) {
      if (part.kind !== 'response') {
        events.push({ type: 'context', kind: 'part', data: { part } });
        continue;
      }
      const own = typeof part.source.id === 'string' ? part.source.id : undefined;
      const id = own ?? toolCallResult?.callId ?? uuid ?? `L${lastLine}.1`;
      const isOwn = parts.length === 1 || toolCallResult?.callId === id;
      events.push(readResult(part.source, isOwn ? toolCallResult : undefined, id, calls.get(id), problems));
      calls.delete(id);
      if (isOwn && toolCallResult?.status === 'cancelled') wasStopped = true;
    }
    if (events.length === 0) events.push({ type: 'context', kind: 'tool_result', data: { ...toolCallResult } });
    return { events, main: events[0] };
  }

  function readSystem(record: ChatRecord): Read {
    const { subtype = 'system', systemPayload, uuid, parentUuid } = record;
    const telemetry = telemetryOf(systemPayload);
    const event: ContextEvent = { type: 'context', kind: subtype, data: systemPayload ?? {} };
    if (telemetry) {
      const words = telemetry['event.name'] === 'qwen-code.api_error' ? sentencesIn(telemetry) : '';
      if (words !== '') event.text = words;
      return { events: [...readTelemetry(telemetry, record.provenance !== undefined), event], main: event };
    }
    const settled = requests.settle();
    if (subtype === 'chat_compression') {
      const item: CompactionItem = { id: uuid ?? `L${lastLine}.1`, type: 'compaction' };
      const summary = summaryIn(systemPayload?.compressedHistory);
      if (summary !== '') item.summary = summary;
      const done: ThreadEvent = { type: 'item.completed', item: inferItem(item, record) };
      if (systemPayload) item.extra = systemPayload;
      return { events: [...settled, done], main: done };
    }
    const words = sentencesIn(systemPayload);
    if (words !== '' && !SNAPSHOT.test(subtype)) event.text = words;
    return { events: [...settled, event, ...(subtype === 'rewind' ? withdrawn(parentUuid ?? '') : [])], main: event };
  }

  function readTelemetry(event: JsonObject, provenance: boolean): ThreadEvent[] {
    const name = event['event.name'];
    if (name === 'qwen-code.api_response') return requests.answered(event, provenance);
    if (name !== 'qwen-code.api_error' || event.subagent_name !== undefined) return [];
    const message = event.error_message ?? event.error;
    error = typeof message === 'string' ? { message } : {};
    if (typeof event.error_type === 'string') error.code = event.error_type;
    return [];
  }

  function withdrawn(parent: string): ThreadEvent[] {
    const turn_ids: string[] = [];
    let isAfter = false;
    for (const [before, turnId] of prompts) {
      isAfter ||= before === parent;
      if (!isAfter) continue;
      turn_ids.push(turnId);
      prompts.delete(before);
    }
    return turn_ids.length > 0 ? [...endTurn(), { type: 'turn.withdrawn', turn_ids }] : [];
  }

  function readRecord(record: ChatRecord, source: JsonObject, problems: Problem[]): Read {
    if (record.type !== 'assistant') requests.left();
    switch (record.type) {
      case 'user': {
        const settled = requests.settle();
        const { events, main } = readUser(record, problems);
        return { events: [...settled, ...events], main };
      }
      case 'assistant':
        return readReply(record, problems);
      case 'tool_result':
        return readToolResult(record, problems);
      case 'system':
        return readSystem(record);
      default: {
        const { type, ...data } = source;
        return { events: [{ type: 'unknown', wire_type: typeof type === 'string' ? type : '', data }] };
      }
    }
  }

  function place(event: ThreadEvent, turnBefore: string | undefined): ThreadEvent {
    event.line = lastLine;
    if (lastTime !== undefined) event.timestamp = lastTime;
    if (event.type === 'thread.started') return event;
    const turnId = event.turn_id ?? turns.current() ?? turnBefore;
    const ids = inferredIds(true, turnId === undefined);
    if (ids) addInferred(event, ids);
    if (threadId !== undefined) event.thread_id = threadId;
    else addInferred(event, THREAD);
    if (turnId !== undefined) event.turn_id = turnId;
    if (isInherited) inheritedTurn = turnId;
    // A turn ends with the prompt of the next one.
    const isEnd = event.type.startsWith('turn.') && event.type !== 'turn.started';
    if (isEnd ? turnId !== undefined && turnId === inheritedTurn : isInherited) event.inherited = true;
    return event;
  }

  return {
    read(source, line, problems) {
      lastLine = line;
      const note = handOverNote(source);
      isInherited = note !== undefined;
      const before = turns.current();
      const record = recordTable.read(source, problems);
      lastTime = record.timestamp ?? lastTime;
      const given = giveThread(record).map((event) => place(event, before));
      const { events, main } = readRecord(record, source, problems);
      if (main) main.extra = restOf(record);
      if (note) markOwnCalls(events, note);
      for (const event of events) place(event, before);
      return [...given, ...events];
    },
    end() {
      const before = turns.current();
      isInherited = false;
      // A call without a result: it runs, or the process was killed.
      const ended = calls.size > 0 ? [] : endTurn();
      return [...requests.settle(), ...ended].map((event) => place(event, before));
    },
  };
}

/** Records whose texts are copies of files. */
const SNAPSHOT = /snapshot$/;

/** The history that replaces the one before begins with its summary. */
function summaryIn(history: unknown): string {
  const [first] = Array.isArray(history) ? (history as unknown[]) : [];
  return isObject(first) ? wordsIn(first.parts) : '';
}

/** The fields of a record that its events do not carry. */
function restOf({ uuid, parentUuid, subtype, provenance, isSidechain, message, extra }: ChatRecord): Extra {
  const more = message && withDefined<Extra>({ ...message.extra }, { role: message.role });
  return withDefined<Extra>({ ...extra }, { uuid, parentUuid, subtype, provenance, isSidechain, message: more });
}
