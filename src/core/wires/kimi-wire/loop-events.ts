import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { inferItem } from '../inferred.ts';
import { kimiItem, readOutput } from '../kimi/tool-items.ts';
import { withDefined } from '../with-defined.ts';
import { callTable, partEventTable, partTable, resultEventTable, resultTable } from './records.ts';
import type { KimiTurns } from './turns.ts';

interface KnownCall {
  name: string;
  input: unknown;
  cwd: string | undefined;
  requestId: string | undefined;
}

/** Reads `context.append_loop_event`: the model's steps, with their parts, calls and results. */
export function createLoopReader(turns: KimiTurns) {
  const calls = new Map<string, KnownCall>();
  /** The step in progress, which is one request. */
  let step: string | undefined;
  /** The last step that ended without a count. Some versions count it only then. */
  let ended: string | undefined;
  /** The step in progress has its count, so that the next one is another request's, such as a compaction's. */
  let isCounted = false;

  function read(source: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    switch (source.type) {
      case 'step.begin':
        ended = undefined;
        isCounted = false;
        step = typeof source.uuid === 'string' && source.uuid !== '' ? source.uuid : undefined;
        return [contextOf(source, step)];
      case 'step.end':
        return readStepEnd(source);
      case 'content.part':
        return [readPart(source, line, problems)];
      case 'tool.call':
        return [readCall(source, line, problems)];
      case 'tool.result':
        return [readResult(source, line, problems)];
      default: {
        const { type, ...data } = source;
        return [{ type: 'unknown', wire_type: typeof type === 'string' ? type : 'loop_event', data }];
      }
    }
  }

  /** The counts of the step were told by `usage.record`. A step that failed may be tried again. */
  function readStepEnd(source: JsonObject): ThreadEvent[] {
    const id = typeof source.uuid === 'string' ? source.uuid : step;
    const event = contextOf(source, id);
    ended = isCounted ? undefined : id;
    step = undefined;
    return [event, ...(ENDS.has(source.finishReason) ? turns.done() : [])];
  }

  function readPart(source: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { uuid: id = `L${line}.0`, stepUuid, part, extra } = partEventTable.read(source, problems);
    const { type, text, think, extra: more } = partTable.read(part ?? {}, problems);
    const wire = { ...part, id: source.uuid };
    const item: ThreadItem =
      type === 'text'
        ? { id, type: 'agent_message', text: text ?? '' }
        : type === 'think'
          ? { id, type: 'reasoning', text: think ?? '' }
          : { id, type: 'unknown', wire_type: type, data: part ?? {} };
    const all = { ...extra, ...more };
    for (const _ in all) item.extra = all;
    return requested({ type: 'item.completed', item: inferItem(item, wire) }, stepUuid);
  }

  function readCall(source: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { uuid, stepUuid, toolCallId, name, args: input, extra } = callTable.read(source, problems);
    const id = toolCallId ?? uuid ?? `L${line}.0`;
    const display = extra?.display;
    const cwd = isObject(display) && typeof display.cwd === 'string' ? display.cwd : undefined;
    calls.set(id, { name, input, cwd, requestId: stepUuid ?? step });
    forgetOldest(calls, coreLimits.maxOpenCalls);
    const item = kimiItem(
      { id, name, input, cwd, status: 'in_progress', extra },
      { ...source, id: source.toolCallId ?? source.uuid },
    );
    return requested({ type: 'item.started', item }, stepUuid);
  }

  function readResult(source: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { toolCallId: id = `L${line}.0`, result, extra } = resultEventTable.read(source, problems);
    const { output, isError = false, note, extra: more } = resultTable.read(result ?? {}, problems);
    const call = calls.get(id) ?? { name: '', input: undefined, cwd: undefined, requestId: undefined };
    calls.delete(id);
    const { text, images, others } = readOutput(output);
    const kept = { ...extra, ...more, ...(others.length > 0 && { output: others }) };
    const facts = {
      ...call,
      id,
      status: isError ? 'failed' : 'completed',
      output: text,
      images,
      extra: Object.keys(kept).length > 0 ? kept : undefined,
    };
    const item = kimiItem(facts, { ...source, id: source.toolCallId, output: text, is_error: isError }, note);
    const event: ThreadEvent = { type: isError ? 'item.failed' : 'item.completed', item };
    return withDefined(event, { request_id: call.requestId });
  }

  /** Marks an event by its step. */
  function requested(event: ThreadEvent, stepUuid: string | undefined): ThreadEvent {
    return withDefined(event, { request_id: stepUuid ?? step });
  }

  /** The step that a count is of: the one in progress, else the last one, once. */
  function counted(): string | undefined {
    const id = step ?? ended;
    ended = undefined;
    isCounted = true;
    return id;
  }

  return { read, counted };
}

const ENDS = new Set<unknown>(['end_turn', 'max_tokens']);

function contextOf({ type, ...data }: JsonObject, request_id: string | undefined): ThreadEvent {
  const event: ThreadEvent = { type: 'context', kind: String(type), data };
  return withDefined(event, { request_id });
}
