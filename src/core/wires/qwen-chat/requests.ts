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
 * itself, to compress the history or to extract memories, and those of sub-agents are told by telemetry alone; from 0.24 on
 * a sub-agent has a file of its own, where they count.
 */
export interface Requests {
  /** Telemetry of a request that was answered. */
  answered(event: JsonObject): ThreadEvent[];
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
  called(id: string): void;
}

export function createRequests(turns: Turns): Requests {
  let pending: JsonObject | undefined;
  /** The request of the reply before, while nothing else came. */
  let open: string | undefined;
  const calls = new Set<string>();

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
    answered(event) {
      const settled = settle();
      if (event.subagent_name === undefined) {
        pending = event;
        return settled;
      }
      return hasOwnFile(event, calls) ? settled : [...settled, ...ownCount(event)];
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
    called(id) {
      calls.add(id);
      forgetOldest(calls, coreLimits.maxOpenCalls);
    },
  };
}

/** A sub-agent that a call started and that has a name of its own writes a file: its name ends with the call. */
function hasOwnFile({ subagent_id: id }: JsonObject, calls: ReadonlySet<string>): boolean {
  if (typeof id !== 'string') return false;
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
