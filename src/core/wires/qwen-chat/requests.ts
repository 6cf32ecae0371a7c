import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { countEvent } from '../qwen/count-event.ts';
import type { Turns } from '../qwen/turns.ts';
import { usageTable } from './records.ts';

/**
 * The requests of a chat. Each is told by telemetry, and again by the reply that it led to. Requests that Qwen makes for
 * itself, to compress the history or to extract memories, and those of sub-agents are told by telemetry alone. Newer
 * sub-agents have a file of their own, where they count.
 */
export interface Requests {
  /** Telemetry of a request that was answered. `provenance`: whether its record tells who wrote it. */
  answered(event: JsonObject, provenance: boolean): ThreadEvent[];
  /** A reply: the count of its request, and the request's name. */
  replied(
    usage: JsonObject | undefined,
    uuid: string | undefined,
    problems: Problem[],
  ): { id: string | undefined; events: ThreadEvent[] };
  /** Anything that no reply follows any more: what was answered was Qwen's own. */
  settle(): ThreadEvent[];
  /** Something else than a reply: the next reply is another request's. */
  left(): void;
  /** A call that may start a sub-agent. */
  called(id: string, input: unknown): void;
}

export function createRequests(turns: Turns): Requests {
  let pending: JsonObject | undefined;
  /** The request of the reply before, while nothing else came. */
  let open: string | undefined;
  /** The calls that may have started sub-agents, with the kind of sub-agent that each asked for. */
  const calls = new Map<string, unknown>();

  function ownCount(event: JsonObject): ThreadEvent[] {
    const usage = telemetryUsage(event);
    return usage.total_tokens === 0 ? [] : [countEvent(turns.count(usage), usage, undefined, nameOf(event))];
  }

  function settle(): ThreadEvent[] {
    const before = pending;
    pending = undefined;
    return before ? ownCount(before) : [];
  }

  return {
    answered(event, provenance) {
      const settled = settle();
      if (event.subagent_name === undefined) {
        pending = event;
        return settled;
      }
      return hasOwnFile(event, calls, provenance) ? settled : [...settled, ...ownCount(event)];
    },
    replied(source, uuid, problems) {
      // A sub-agent writes each part of a reply as a record of its own, and counts the first.
      const id = (pending ? nameOf(pending) : source ? undefined : open) ?? uuid;
      const before = pending;
      pending = undefined;
      open = id;
      if (!source) return { id, events: before ? ownCount(before) : [] };
      const usage = readUsage(source, problems);
      return { id, events: [countEvent(turns.count(usage), usage, source, id)] };
    },
    settle,
    left() {
      open = undefined;
    },
    called(id, input) {
      calls.set(id, isObject(input) ? (input.subagent_type ?? DEFAULT_KIND) : DEFAULT_KIND);
      forgetOldest(calls, coreLimits.maxOpenCalls);
    },
  };
}

const DEFAULT_KIND = 'general-purpose';

/**
 * A sub-agent that a call started writes a file. From 0.24 on its id ends with the call. Before, it is known by its kind;
 * those that wrote no file did not tell either who wrote a record.
 */
function hasOwnFile(event: JsonObject, calls: ReadonlyMap<string, unknown>, provenance: boolean): boolean {
  const { subagent_id: id, subagent_name: kind } = event;
  if (typeof id !== 'string') return provenance && [...calls.values()].includes(kind);
  for (let at = id.indexOf('-'); at !== -1; at = id.indexOf('-', at + 1)) if (calls.has(id.slice(at + 1))) return true;
  return false;
}

function nameOf({ response_id: id }: JsonObject): string | undefined {
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function telemetryUsage(event: JsonObject): CountedUsage {
  const input = countOf(event.input_token_count);
  const output = countOf(event.output_token_count);
  return {
    input_tokens: input,
    cached_input_tokens: countOf(event.cached_content_token_count),
    output_tokens: output,
    reasoning_output_tokens: countOf(event.thoughts_token_count),
    total_tokens: input + output,
  };
}

function countOf(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0;
}

function readUsage(source: JsonObject, problems: Problem[]): CountedUsage {
  const { extra, ...wire } = usageTable.read(source, problems);
  const usage: CountedUsage = {
    input_tokens: wire.promptTokenCount,
    cached_input_tokens: wire.cachedContentTokenCount ?? 0,
    output_tokens: wire.candidatesTokenCount,
    reasoning_output_tokens: wire.thoughtsTokenCount ?? 0,
    total_tokens: wire.totalTokenCount ?? wire.promptTokenCount + wire.candidatesTokenCount,
  };
  return extra ? { ...usage, extra } : usage;
}

/** The event of a telemetry record. */
export function telemetryOf(payload: JsonObject | undefined): JsonObject | undefined {
  return isObject(payload?.uiEvent) ? payload.uiEvent : undefined;
}
