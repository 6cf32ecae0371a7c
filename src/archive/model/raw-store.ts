import type { AgentName } from '../../core/thread/event.ts';

/**
 * How much of a project's sessions leaves the machine. `full`: all as it is; `redacted`: secrets are taken out first;
 * `usage`: counts, times, models and ids, texts become their lengths; `off`: nothing.
 */
export const sendModes = ['full', 'redacted', 'usage', 'off'] as const;
export type SendMode = (typeof sendModes)[number];

/** A file that a machine sends, as far as it tells of itself. Tenant and machine are bound to the opened store. */
export interface RawSource {
  agent: AgentName;
  /** The agent's folder on that machine, as the machine names it: never a path of the server. */
  home: string;
  /** The file below it, with `/` between folders; a compressed file has the name of the plain one. */
  path: string;
  /** Which life of the file: a hash of its first line, and a number. One that was cut or replaced is another life. */
  generation: string;
  mode: SendMode;
  /** The working folder, where something beside the file says it, as Gemini CLI's `.project_root` does. */
  project?: string | undefined;
  /** The session's name, where something beside the file says it, as Codex's `session_index.jsonl` does. */
  title?: string | undefined;
}

/** What the server knows of a source. */
export interface SourceHead {
  id: string;
  /** The byte of the original file up to which the server holds everything. */
  head: number;
  /** What the segment that ended there said of the bytes before it; empty where there is none. */
  marker: string;
  /** `forgotten`: somebody had it deleted; nothing of it is taken any more. */
  state: 'open' | 'forgotten';
}

/** Whole lines of a source. */
export interface Segment {
  /** Where in the original file it begins, and how many of its bytes it stands for. */
  start: number;
  size: number;
  /** What is sent for them, packed with zstd. */
  packed: Uint8Array;
  /** The version of the rules that took secrets out; empty where none did. */
  redaction: string;
  /** A digest of the bytes before its end tells a grown file from a new one. At most 64 printable ASCII characters. */
  marker: string;
}

/** Moved by compare-and-set: `ok: false` where `start` is not the head, and nothing was written. */
export type Appended = { ok: true; head: number } | { ok: false; head: number };

/** Bytes of sources, of one machine. */
export interface RawStore {
  /** Tells what is known of the sources, in their order; those that are new begin at 0. */
  open(sources: readonly RawSource[]): Promise<SourceHead[]>;
  /** Undefined where the machine has no such source. Nothing is told before it is kept. */
  append(source: string, segment: Segment): Promise<Appended | 'forgotten' | undefined>;
}
