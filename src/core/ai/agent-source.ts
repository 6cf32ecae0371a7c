import type { Outcome } from '../thread/outcome.ts';

/** What an agent writes, however it was started. */
export type AgentSource = EventSource | NdjsonSource;

/** Outcomes of an agent's lines: what `CodexClient` gives, or `readEvents` of any bytes. */
export interface EventSource {
  events: AsyncIterable<Outcome>;
  /** How the agent's process ended. Without it, a turn without an end counts as cut off. */
  completion?: PromiseLike<AgentEnd> | undefined;
  /** Ends the agent. Called when nobody reads any more. */
  stop?(): unknown;
}

/** Normalised NDJSON: the body of a chat service's answer, or the output of `threadline run --to ndjson`. */
export interface NdjsonSource {
  ndjson: AsyncIterable<string | Uint8Array>;
  completion?: PromiseLike<AgentEnd> | undefined;
  stop?(): unknown;
}

export interface AgentEnd {
  ok: boolean;
  error?: { message: string } | undefined;
}
