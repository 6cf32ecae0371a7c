import type { Problem } from '../errors.ts';
import type { JsonObject } from '../lines/json.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { Usage } from '../thread/usage.ts';

/** The dialects that threadline reads or will read. */
export type WireName =
  | 'codex-exec'
  | 'codex-legacy'
  | 'codex-rollout'
  | 'claude-stream'
  | 'claude-project'
  | 'gemini-stream'
  | 'gemini-chat';

/** What a reader may be told beforehand. */
export interface WireOptions {
  /** The thread's total before this stream began: all zeros for a new thread. Lets the first `turn_usage` be known. */
  priorUsage?: Usage;
  /**
   * The records that a session file goes on from (a fork of a paginated thread holds only its own), oldest first. They
   * are read after the file's header and before all else; their events are marked `inherited` and have no line.
   */
  inherited?: Iterable<JsonObject>;
}

/** Reads the records of one stream in order. Stateful: ids and totals are inferred from what came before. */
export interface WireReader {
  /**
   * Gives the events of a record. Puts what is wrong in it into `problems`; never throws, whatever the record holds.
   * The record may be taken apart and become part of the events.
   */
  read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[];
  /** Gives what was held back. */
  end(): ThreadEvent[];
}

/** A dialect. */
export interface Wire {
  name: WireName;
  /** The dialect says which thread and turn an event belongs to, or it can be inferred; `strict` insists on it. */
  hasThreadIds: boolean;
  /** True when the record can only be of this dialect. Looks at the fields that are there, never at a version. */
  recognises(record: JsonObject): boolean;
  createReader(options: WireOptions): WireReader;
}
