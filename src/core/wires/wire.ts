import type { Problem } from '../../errors.ts';
import type { JsonObject } from '../lines/json.ts';
import type { AgentName, ThreadEvent } from '../thread/event.ts';
import type { Usage } from '../thread/usage.ts';

/** The name of a wire: what one agent writes in one mode. Other registries may hold others. */
export type WireName =
  | 'codex-exec'
  | 'codex-legacy'
  | 'codex-rollout'
  | 'claude-stream'
  | 'claude-project'
  | 'gemini-stream'
  | 'gemini-chat'
  | (string & {});

/** What a reader may be told beforehand. */
export interface WireOptions {
  /** The thread's total before this stream began: all zeros for a new thread. Lets the first `turn_usage` be known. */
  priorUsage?: Usage | undefined;
}

/** Reads the records of one stream in order. Stateful: ids and totals are inferred from what came before. */
export interface WireReader {
  /**
   * Gives the events of a record. Puts what is wrong in it into `problems`; never throws, whatever the record holds.
   * The record may be taken apart and become part of the events.
   */
  read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[];
  /**
   * The same for a record of another file, from which this one goes on: a fork of a paginated thread holds only its own.
   * Such records come, oldest first, after the file's header and before all else; their events are marked `inherited` and
   * have no line. `number` counts them from 1.
   */
  inherit?(record: JsonObject, number: number): ThreadEvent[];
  /** Gives what was held back. */
  end(): ThreadEvent[];
}

/** What one agent writes in one mode, and how to read it. */
export interface Wire {
  name: WireName;
  agent: AgentName;
  /** `stream`: printed while the agent runs. `store`: kept on disk, so prompts and injected context are in it. */
  kind: 'stream' | 'store';
  /** The wire says when a turn ends. Otherwise only the end of the process does. */
  marksTurnEnds: boolean;
  /** The wire says which thread and turn an event belongs to, or it can be inferred; `strict` insists on it. */
  hasThreadIds: boolean;
  /** `wire`: the agent writes the same ids live and on disk, so they are kept. `derived`: messages make their own. */
  ids: 'wire' | 'derived';
  /** Typed objects that no wire claims are read by this one, because its agent adds such kinds from version to version. */
  readsUnclaimed?: true;
  /** True when the record can only be of this wire. Looks at the fields that are there, never at a version. */
  recognises(record: JsonObject): boolean;
  createReader(options: WireOptions): WireReader;
  /** How a whole thread in one JSON value, over one line or many, becomes records. */
  document?: WireDocument;
}

export interface WireDocument {
  /** True when the value, an object or a list, can only be a thread of this wire. */
  recognises(value: object): boolean;
  /** Its records, in order. Never nested: a record that is itself a document is a record like any other. */
  records(value: object): Iterable<JsonObject>;
}

export function wireNamed(name: WireName, wires: readonly Wire[]): Wire {
  const wire = wires.find((candidate) => candidate.name === name);
  if (wire) return wire;
  throw new TypeError(`no wire is called '${name}'; there are: ${wires.map((known) => known.name).join(', ')}`);
}

/** The wire that a record can only be of, if there is one. */
export function claimingWire(record: JsonObject, wires: readonly Wire[]): Wire | undefined {
  return wires.find((wire) => wire.recognises(record));
}
