import * as coreLimits from '../../../limits/core.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { Extra } from '../../thread/usage.ts';
import { forgetOldest } from '../forget-oldest.ts';
import type { Envelope } from './records.ts';

/** The sub-agent that a line belongs to. */
export interface Agent {
  /** Its own name, else the call that started it. */
  thread: string;
  /** The call that started it. */
  parent: string;
}

/** Tells sub-agents apart. They share the log with their parent: by a name of their own, up to 1.0.20 by their call. */
export interface Agents {
  of(line: Envelope, data: JsonObject): Agent | undefined;
  /** A line names a sub-agent and the call that started it. */
  learn(line: Envelope, data: JsonObject): void;
}

export function createAgents(): Agents {
  const calls = new Map<string, string>();
  return {
    of({ agentId }, { parentToolCallId }) {
      const call = typeof parentToolCallId === 'string' && parentToolCallId !== '' ? parentToolCallId : undefined;
      const parent = call ?? (agentId === undefined ? undefined : (calls.get(agentId) ?? agentId));
      return parent === undefined ? undefined : { thread: agentId ?? parent, parent };
    },
    learn({ agentId }, { toolCallId }) {
      if (agentId === undefined || typeof toolCallId !== 'string') return;
      calls.set(agentId, toolCallId);
      forgetOldest(calls, coreLimits.maxAgents);
    },
  };
}

/** What a line says beside its events: its own ids, and the fields of its data that no event has. */
export function restOf({ id, parentId, agentId, ephemeral, extra }: Envelope, data: Extra | undefined): Extra {
  const rest: Extra = { ...extra };
  if (id !== undefined) rest.id = id;
  if (parentId !== undefined) rest.parentId = parentId;
  if (agentId !== undefined) rest.agentId = agentId;
  if (ephemeral !== undefined) rest.ephemeral = ephemeral;
  for (const _ in data) {
    rest.data = data;
    break;
  }
  return rest;
}

/** An object without the fields that have no value. Undefined if none is left. */
export function defined(fields: Extra): Extra | undefined {
  let found: Extra | undefined;
  for (const name in fields) {
    if (fields[name] === undefined) continue;
    found ??= {};
    found[name] = fields[name];
  }
  return found;
}

/** Adds what is known of the line to an event that has it not. */
export function placeEvent(event: ThreadEvent, agent: Agent | undefined, time: string | undefined, line: number): void {
  event.line = line;
  if (time !== undefined) event.timestamp = time;
  if (!agent) return;
  event.thread_id = agent.thread;
  event.parent_item_id = agent.parent;
}
