import type { Problem } from '../../errors.ts';
import type { JsonObject } from '../lines/json.ts';
import type { AgentName, ThreadEvent } from '../thread/event.ts';
import type { Usage } from '../thread/usage.ts';

/** The name of a wire: the dialect of one agent in one mode. Registries other than ours may add names. */
export type WireName =
  | 'codex-exec'
  | 'codex-legacy'
  | 'codex-rollout'
  | 'codex-app-server'
  | 'claude-stream'
  | 'claude-control'
  | 'claude-project'
  | 'gemini-stream'
  | 'gemini-chat'
  | 'opencode-stream'
  | 'opencode-store'
  | 'opencode-events'
  | 'opencode-export'
  | 'copilot-stream'
  | 'copilot-events'
  | 'qwen-stream'
  | 'qwen-chat'
  | 'pi-session'
  | 'kimi-stream'
  | 'kimi-wire'
  | 'goose-stream'
  | 'goose-rows'
  | 'cline-stream'
  | 'cline-session'
  | 'cline-task-stream'
  | 'cline-task'
  | 'acp'
  | 'cursor-transcript'
  | 'cursor-rows'
  | 'antigravity-transcript'
  | 'droid-session'
  | 'amp-thread'
  | 'crush-rows'
  | 'prompt-log'
  | 'atif'
  | 'threadline-events'
  | 'threadline-messages'
  | 'threadline-ndjson'
  | (string & {});

/** Facts that the caller knows before reading. */
export interface WireOptions {
  /** The thread's total before this stream began, all zeros for a new thread. Makes the first `turn_usage` known. */
  priorUsage?: Usage | undefined;
  /** The agent that writes, for a wire of several agents whose lines do not tell. */
  agent?: AgentName | undefined;
  /**
   * True if a line of a sub-agent, which its parent's file repeats, is read from the sub-agent's own file. It is then given
   * as context alone. Without this function nothing else is known to have it, and its items are given.
   */
  isToldElsewhere?: ((line: RepeatedLine) => boolean) | undefined;
}

/** A line of a sub-agent that its parent's file repeats: what tells it from others. */
export interface RepeatedLine {
  /** The sub-agent. */
  threadId: string;
  /** The id of the line itself, if it has one. */
  uuid?: string;
  /** The ids of the calls that it makes. */
  calls: string[];
  /** The ids of the calls that it answers. */
  results: string[];
}

/** Reads the records of one stream in order. It keeps state: ids and totals are inferred from earlier records. */
export interface WireReader {
  /**
   * Returns the events of a record and adds its problems to `problems`. Never throws, whatever the record holds. It may
   * take the record apart and make it part of the events.
   */
  read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[];
  /**
   * Does the same for a record of another file that this one continues: a fork of a paginated thread holds only its own
   * records. Call it oldest record first, after the file's header and before all else. The events are marked
   * `inherited` and have no line. `number` counts the records from 1.
   */
  inherit?(record: JsonObject, number: number): ThreadEvent[];
  /** The problem that the record tells of: the line that it stands for could not be read. Asked before `read`. */
  problem?(record: JsonObject): Problem | undefined;
  /**
   * Returns the events of a line that is no JSON but belongs to the format: a banner, a notice for people. Undefined for
   * any other text, which is then a bad line.
   */
  readText?(text: string, line: number): ThreadEvent[] | undefined;
  /** Returns the events that were held back. */
  end(): ThreadEvent[];
  /** For a wire of any agent: the agent of the current thread, once a record named it. */
  agent?(): AgentName | undefined;
  /** For a wire of any agent: what the current thread was read from first, if that is known. */
  kind?(): Wire['kind'] | undefined;
}

/** What the lines of a wire look like: enough to recognise one, without what reads it. */
export interface WireForm {
  name: WireName;
  /** The agent that writes it. Empty for a wire of any agent, whose threads name their own. */
  agent: AgentName;
  /** `stream`: printed while the agent runs. `store`: kept on disk, and so includes prompts and injected context. */
  kind: 'stream' | 'store';
  /** The wire marks the end of a turn. Otherwise only the end of the process does. */
  marksTurnEnds: boolean;
  /** The wire names the thread and turn of an event, or they can be inferred. `strict` requires them. */
  hasThreadIds: boolean;
  /** `wire`: the agent writes the same ids live and on disk, so they are kept. `derived`: messages make their own. */
  ids: 'wire' | 'derived';
  /**
   * This wire reads typed objects that no wire claims, because its agent adds kinds from version to version. Reading them
   * claims nothing: the wire and the agent of the input stay unknown until a record tells them.
   */
  readsUnclaimed?: true;
  /** Its lines may follow those of another wire in one input: threadline's outputs, which begin with a mark. */
  mayFollow?: true;
  /** True if the record can only belong to this wire. It checks which fields are there, never a version. */
  recognises(record: JsonObject): boolean;
  /**
   * True if a record without a `type` may belong to this wire once another record has claimed it. If absent, only records that
   * `recognises` knows do.
   */
  accepts?(record: JsonObject): boolean;
  /** True if a line that is no JSON can only belong to this wire: the banner that its agent prints before records. */
  recognisesText?(text: string): boolean;
  /** How a whole thread in one JSON value, on one line or many, is recognised. */
  document?: Pick<WireDocument, 'recognises'> & Partial<WireDocument>;
}

/** The dialect of one agent in one mode, with its reader. */
export interface Wire extends WireForm {
  /** Makes a reader of one stream. */
  createReader(options: WireOptions): WireReader;
  /** Splits a whole thread in one JSON value, on one line or many, into records. */
  document?: WireDocument;
}

/** How a wire reads a thread that is one JSON value, not lines. */
export interface WireDocument {
  /** True if the value, an object or a list, can only be a thread of this wire. */
  recognises(value: object): boolean;
  /** The records of the value, in order. They do not nest: a record that is itself a document is an ordinary record. */
  records(value: object): Iterable<JsonObject>;
}

export function wireNamed(name: WireName, wires: readonly Wire[]): Wire {
  const wire = wires.find((candidate) => candidate.name === name);
  if (wire) return wire;
  throw new TypeError(`no wire is called '${name}'; there are: ${wires.map((known) => known.name).join(', ')}`);
}

/** The only wire that the record can belong to, if there is one. */
export function claimingWire<Form extends WireForm>(record: JsonObject, wires: readonly Form[]): Form | undefined {
  return wires.find((wire) => wire.recognises(record));
}

/** The wire that reads typed records which no wire claims. */
export function unclaimedReader(wires: readonly Wire[]): Wire | undefined {
  return wires.find((wire) => wire.readsUnclaimed);
}
