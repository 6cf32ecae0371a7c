import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ItemCompletedEvent, ItemFailedEvent, ThreadEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { callItem, type ToolRole } from '../call-item.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { readContent } from './content.ts';

/** Tools of pi whose calls are more than a call. All others keep their name: extensions add what they like. */
const ROLES = new Map<string, ToolRole>([
  ['bash', 'command'],
  ['write', 'write'],
  ['edit', 'edit'],
]);

/** What is known of a call. */
export interface KnownCall {
  name: string;
  input: unknown;
  requestId?: string | undefined;
  /** What it was told to have come to: its text, and whether it failed. */
  outcome?: string;
}

/** The result of a call, as a message or as the end of an execution. */
export interface CallResult {
  content: unknown;
  details?: unknown;
  structuredContent?: unknown;
  isError?: boolean | undefined;
}

/** The calls of a session, by their provider's ids. */
export interface PiCalls {
  get(id: string): KnownCall | undefined;
  start(id: string, call: KnownCall, source: JsonObject, extra: Extra | undefined): ThreadEvent;
  update(id: string, call: KnownCall, result: CallResult, source: JsonObject, extra: Extra | undefined): ThreadEvent;
  /** The end of a call. Undefined if the same was told before. */
  end(
    id: string,
    call: KnownCall,
    result: CallResult,
    source: JsonObject,
    extra: Extra | undefined,
  ): ThreadEvent | undefined;
}

export function createPiCalls(): PiCalls {
  const calls = new Map<string, KnownCall>();

  function keep(id: string, call: KnownCall): KnownCall {
    calls.set(id, call);
    forgetOldest(calls, coreLimits.maxEndedItems);
    return call;
  }

  return {
    get: (id) => calls.get(id),
    start(id, call, source, extra) {
      const { name, input } = keep(id, call);
      const item = callItem({ id, name, input, status: 'in_progress', extra }, ROLES, said(source));
      return of(call, { type: 'item.started', item });
    },
    update: (id, call, result, source, extra) =>
      of(call, { type: 'item.updated', item: itemOf(id, call, result, 'in_progress', source, extra) }),
    end(id, call, result, source, extra) {
      const { text, images } = readContent(result.content);
      const outcome = `${result.isError === true}${images.length}${text}`;
      if (call.outcome === outcome) return undefined;
      keep(id, call).outcome = outcome;
      const status = result.isError ? 'failed' : 'completed';
      const item = itemOf(id, call, result, status, source, extra);
      const type = result.isError ? ('item.failed' as const) : ('item.completed' as const);
      return of<ItemCompletedEvent | ItemFailedEvent>(call, { type, item });
    },
  };
}

/** A source with its id under the name of the model. */
function said(source: JsonObject): JsonObject {
  return { ...source, id: source.toolCallId ?? source.id };
}

/** Marks an event by the request that asked for the call. */
function of<Event extends ThreadEvent>({ requestId }: KnownCall, event: Event): Event {
  if (requestId !== undefined) event.request_id = requestId;
  return event;
}

function itemOf(
  id: string,
  { name, input }: KnownCall,
  { content, details, structuredContent, isError }: CallResult,
  status: string,
  source: JsonObject,
  more: Extra | undefined,
): ThreadItem {
  const { text, images, others } = readContent(content);
  const extra: Extra = { ...more };
  if (details !== undefined) extra.details = details;
  if (structuredContent !== undefined) extra.structuredContent = structuredContent;
  if (others.length > 0) extra.content = others;
  const call = {
    id,
    name,
    input,
    status,
    images,
    output: text,
    content: Array.isArray(content) && content.length > 0 ? content : undefined,
    exitCode: exitCodeOf(structuredContent, isError === true ? text : ''),
    diff: isObject(details) && typeof details.patch === 'string' ? details.patch : undefined,
    extra: Object.keys(extra).length > 0 ? extra : undefined,
  };
  return callItem(call, ROLES, { ...said(source), output: text, is_error: isError });
}

const EXIT = /\n\nCommand exited with code (\d{1,10})\s*$/;
/** The words about an exit code are at the end of an output, which may be long. */
const TAIL = 100;

/** The exit code of a command: a field from 1.5 on, live, and words in every version, if it is not 0. */
function exitCodeOf(structured: unknown, text: string): number | undefined {
  const code = isObject(structured) ? structured.exit_code : undefined;
  if (typeof code === 'number' && Number.isSafeInteger(code)) return code;
  const [, told] = EXIT.exec(text.slice(-TAIL)) ?? [];
  return told === undefined ? undefined : Number(told);
}
