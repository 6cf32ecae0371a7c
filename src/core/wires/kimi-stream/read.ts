import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject, parseJson } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { addInferred, inferredIds } from '../../thread/inferred.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { badField } from '../field-table.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { inferEvent, inferItem } from '../inferred.ts';
import { kimiItem, readOutput, tellsFailure } from '../kimi/tool-items.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { assistantTable, callTable, functionTable, metaTable, toolTable } from './records.ts';

interface KnownCall {
  name: string;
  input: unknown;
  requestId: string | undefined;
}

/** Reads `kimi -p --output-format stream-json`. It has neither prompts nor thoughts, nor times, nor usage. */
export function createKimiStreamReader(): WireReader {
  let threadId: string | undefined;
  let isBegun = false;
  let turns = 0;
  let isTurnOpen = false;
  let requests = 0;
  const calls = new Map<string, KnownCall>();

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const events = readLine(record, line, problems);
    for (const event of events) inferEvent(event, record);
    if (!isBegun) {
      isBegun = true;
      events.unshift({ type: 'thread.started', thread_id: '', agent: 'kimi', inferred: true });
    }
    const isThreadSaid = typeof record.session_id === 'string' || threadId === undefined;
    return events.map((event) => placed(event, line, isThreadSaid));
  }

  function readLine(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    if (record.role === 'meta') return readMeta(record, problems);
    if (record.role === 'assistant') return [...begin(), ...readStep(record, line, problems)];
    if (record.role === 'tool') return [readResult(record, line, problems)];
    const { type, ...data } = record;
    const wire_type = typeof type === 'string' ? type : typeof record.role === 'string' ? record.role : '';
    if (typeof record.role !== 'string') problems.push(badField('role', record.role));
    return [{ type: 'unknown', wire_type, data }];
  }

  function begin(): ThreadEvent[] {
    if (isTurnOpen) return [];
    isTurnOpen = true;
    turns += 1;
    return [{ type: 'turn.started', inferred: true }];
  }

  function readMeta(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { type, version, session_id, error_name: code, error_message, extra } = metaTable.read(record, problems);
    if (type === 'system.version') {
      isBegun = true;
      isTurnOpen = false;
      threadId = undefined;
      const started: ThreadEvent = { type: 'thread.started', thread_id: '', agent: 'kimi' };
      return [withDefined(started, { cli_version: version, extra })];
    }
    if (type === 'turn.step.retrying') {
      const error: ThreadEvent = { type: 'error', message: error_message ?? '' };
      if (code !== undefined) error.code = code;
      return [...begin(), withDefined(error, { extra })];
    }
    if (type === 'session.resume_hint') return [...end(), ...named(session_id ?? '', extra)];
    const { type: _type, ...data } = record;
    return [{ type: 'context', kind: type, data }];
  }

  /** The last line of a run that went well. */
  function end(): ThreadEvent[] {
    if (!isTurnOpen) return [];
    isTurnOpen = false;
    return [{ type: 'turn.completed', turn_id: turnId() }];
  }

  function named(id: string, extra: Extra | undefined): ThreadEvent[] {
    threadId = id === '' ? undefined : id;
    const event: ThreadEvent = { type: 'thread.started', thread_id: id, agent: 'kimi' };
    return [withDefined(event, { extra })];
  }

  function readStep(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { content, tool_calls = [], extra } = assistantTable.read(record, problems);
    requests += 1;
    const request_id = `r${requests}`;
    const { text, images, others } = readOutput(content);
    const events: ThreadEvent[] = [];
    if (content !== undefined || extra) {
      const more = { ...extra, ...(others.length + images.length > 0 && { content }) };
      const item = inferItem<ThreadItem>({ id: `L${line}.0`, type: 'agent_message', text }, record);
      for (const _ in more) item.extra = more;
      events.push({ type: 'item.completed', item });
    }
    for (const [index, call] of tool_calls.entries()) {
      events.push(readCall(call, `L${line}.${index + 1}`, request_id, problems));
    }
    for (const event of events) event.request_id = request_id;
    return events;
  }

  function readCall(source: unknown, place: string, requestId: string, problems: Problem[]): ThreadEvent {
    if (!isObject(source)) problems.push(badField('tool_calls', source));
    const wire = isObject(source) ? source : { value: source };
    const { type: _type, id = place, function: asked, extra } = callTable.read(wire, problems);
    const { name, arguments: words, extra: more } = functionTable.read(asked ?? {}, problems);
    const input = typeof words === 'string' ? (parseJson(words) ?? words) : words;
    calls.set(id, { name, input, requestId });
    forgetOldest(calls, coreLimits.maxOpenCalls);
    const all = { ...extra, ...more };
    const kept = Object.keys(all).length > 0 ? all : undefined;
    const item = kimiItem({ id, name, input, status: 'in_progress', extra: kept }, wire);
    return { type: 'item.started', item };
  }

  function readResult(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { tool_call_id: id = `L${line}.0`, content, extra } = toolTable.read(record, problems);
    const call = calls.get(id) ?? { name: '', input: undefined, requestId: undefined };
    calls.delete(id);
    const { text, images, others } = readOutput(partsIn(content) ?? content);
    const hasFailed = tellsFailure(call.name, text);
    const status = hasFailed ? 'failed' : 'completed';
    const more = others.length > 0 ? { ...extra, content: others } : extra;
    const { name, input, requestId } = call;
    const item = kimiItem(
      { id, name, input, status, output: text, images, extra: more },
      { ...record, id: record.tool_call_id },
    );
    const event: ThreadEvent = { type: hasFailed ? 'item.failed' : 'item.completed', item };
    if (requestId !== undefined) event.request_id = requestId;
    return event;
  }

  const turnId = () => `synthetic-turn-${turns}`;

  function placed(event: ThreadEvent, line: number, isThreadSaid: boolean): ThreadEvent {
    event.line = line;
    if (event.type === 'thread.started') return event;
    if (threadId !== undefined) event.thread_id = threadId;
    if (isTurnOpen) event.turn_id ??= turnId();
    const ids = inferredIds(isThreadSaid, event.turn_id === undefined);
    if (ids) addInferred(event, ids);
    return event;
  }

  return { read, end: () => [] };
}

/** The parts of a result that is a list, written as a text. */
function partsIn(content: unknown): unknown[] | undefined {
  if (typeof content !== 'string' || !content.startsWith('[{"type":"')) return undefined;
  const parts = parseJson(content);
  return Array.isArray(parts) && parts.every((part) => isObject(part) && PARTS.has(part.type)) ? parts : undefined;
}

const PARTS = new Set<unknown>(['text', 'image_url', 'audio_url', 'video_url', 'think']);
