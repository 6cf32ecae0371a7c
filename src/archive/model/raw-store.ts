import type { AgentName } from '../../core/thread/event.ts';

/**
 * The part of a project's sessions that leaves the machine. `full`: everything; `redacted`: all but
 * secrets; `usage`: counts, times, models and ids, with texts as lengths; `off`: nothing.
 */
export const sendModes = ['full', 'redacted', 'usage', 'off'] as const;
/** How much of a session leaves its machine. */
export type SendMode = (typeof sendModes)[number];

/** A file that a machine sends, as described by the machine. Tenant and machine are bound to the opened store. */
export interface RawSource {
  agent: AgentName;
  /** The agent's folder on that machine, as the machine names it. Never a path of the server. */
  home: string;
  /** The path below it, with `/` as separator. A compressed file has the name of the plain one. */
  path: string;
  /** The generation of the file: a hash of its first line, and a number. A cut or replaced file begins a new one. */
  generation: string;
  mode: SendMode;
  /** The working folder, if something beside the file names it, as Gemini CLI's `.project_root` does. */
  project?: string | undefined;
  /** The repository of that folder, by one name for all of its addresses: `github.com/acme/app`. */
  repository?: string | undefined;
  /** True if that folder is in no repository. Without both nobody knows. */
  noRepository?: boolean | undefined;
  /** The session's title, if something beside the file gives it, as Codex's `session_index.jsonl` does. */
  title?: string | undefined;
}

/** The server's knowledge of a source. */
export interface SourceHead {
  id: string;
  /** The offset in the original file up to which the server has everything. */
  head: number;
  /** The marker of the segment that ended there; empty if there is none. */
  marker: string;
  /** `forgotten`: somebody had it deleted. The server accepts no more of it. */
  state: 'open' | 'forgotten';
}

/** Whole lines of a source. */
export interface Segment {
  /** The start in the original file, and the number of its bytes covered. */
  start: number;
  size: number;
  /** The content to send, packed with zstd. */
  packed: Uint8Array;
  /** The version of the redaction rules; empty if none applied. */
  redaction: string;
  /** A digest of the bytes before its end tells a grown file from a new one. At most 64 printable ASCII characters. */
  marker: string;
}

/** The result of a compare-and-set: `ok: false` if `start` is not the head. Nothing was written then. */
export type Appended = { ok: true; head: number } | { ok: false; head: number };

/** The bytes of one machine's sources. */
export interface RawStore {
  /** Returns the heads of the sources, in order. New sources begin at 0. */
  open(sources: readonly RawSource[]): Promise<SourceHead[]>;
  /** Undefined if the machine has no such source. Answers only after the segment is stored. */
  append(source: string, segment: Segment): Promise<Appended | 'forgotten' | undefined>;
}
