import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { Extra } from '../../thread/usage.ts';
import { readOutput } from '../cline/outputs.ts';
import { toolItem } from '../cline/tool-items.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { inferItem } from '../inferred.ts';
import { withDefined } from '../with-defined.ts';
import { toolTable } from './lines.ts';

/** Tools that start agents. */
const STARTS_AGENTS = new Set<unknown>(['spawn_agent', 'team_run_task']);

interface OpenCall {
  name: string;
  input: unknown;
  request: string | undefined;
  extra: Extra | undefined;
}

/** The calls of a run. `request` is the model request in progress; a call keeps the one that it began in. */
export interface ClineCalls {
  /** Reads the start or the end of a call. */
  read(event: JsonObject, line: number, request: string | undefined, problems: Problem[]): ThreadEvent;
  /** Reads a piece of output. */
  update(event: JsonObject, request: string | undefined, problems: Problem[]): ThreadEvent;
  /** The call that starts an agent, while it runs. */
  readonly starting: string | undefined;
}

export function createClineCalls(): ClineCalls {
  const calls = new Map<string, OpenCall>();
  let starting: string | undefined;

  function read(event: JsonObject, line: number, request: string | undefined, problems: Problem[]): ThreadEvent {
    const { toolCallId, toolName, input, output, error, durationMs, extra: more } = toolTable.read(event, problems);
    const id = toolCallId ?? `L${line}.0`;
    const known = calls.get(id);
    const extra = more || known?.extra ? { ...known?.extra, ...more } : undefined;
    if (event.type === 'content_start') {
      const name = toolName ?? '';
      calls.set(id, { name, input, request, extra });
      forgetOldest(calls, coreLimits.maxOpenCalls);
      if (STARTS_AGENTS.has(toolName)) starting = id;
      const item = inferItem(toolItem(id, name, input, undefined, extra), event, { id: toolCallId });
      return requested({ type: 'item.started', item }, request);
    }
    calls.delete(id);
    if (starting === id) starting = undefined;
    const call = known ?? { name: toolName ?? '', input, request };
    const item = toolItem(id, call.name, call.input, { output: readOutput(output, error, problems) }, extra);
    if (durationMs !== undefined && item.type === 'command_execution') item.duration_seconds = durationMs / 1000;
    inferItem(item, { ...event, result: {} }, { id: toolCallId });
    return requested({ type: 'item.completed', item }, call.request);
  }

  function update(event: JsonObject, request: string | undefined, problems: Problem[]): ThreadEvent {
    const { toolCallId, update: told, extra: rest } = toolTable.read(event, problems);
    const { chunk = '', stream, extra } = told ?? {};
    if (chunk === '' || toolCallId === undefined) {
      const context: ThreadEvent = { type: 'context', kind: 'content_update', data: { ...event } };
      return requested(withDefined(context, { item_id: toolCallId }), request);
    }
    const delta: ThreadEvent = { type: 'item.delta', item_id: toolCallId, delta: { text_delta: chunk } };
    if (stream !== undefined) delta.delta.stream = stream;
    const more = { ...rest, ...extra };
    if (Object.keys(more).length > 0) delta.extra = more;
    return requested(delta, calls.get(toolCallId)?.request ?? request);
  }

  return {
    read,
    update,
    get starting() {
      return starting;
    },
  };
}

/** Names the model request of an event. */
export function requested<Event extends ThreadEvent>(event: Event, request: string | undefined): Event {
  if (request !== undefined) event.request_id = request;
  return event;
}
