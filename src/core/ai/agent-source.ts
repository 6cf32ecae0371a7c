import type { Outcome } from '../thread/outcome.ts';
import type { LiveSource } from './live-source.ts';

/** The output of an agent, however it was started. */
export type AgentSource = EventSource | NdjsonSource | LiveSource;

/** Outcomes of an agent's lines, from `CodexClient` or from `readEvents` on any bytes. */
export interface EventSource {
  events: AsyncIterable<Outcome>;
  /** The end of the agent's process. Without it, a turn that has no end counts as cut off. */
  completion?: PromiseLike<AgentEnd> | undefined;
  /** Stops the agent. Called when nobody reads any more. */
  stop?(): unknown;
}

/** Normalised NDJSON: the body of a chat service's answer, or the output of `threadline run --to ndjson`. */
export interface NdjsonSource {
  ndjson: AsyncIterable<string | Uint8Array>;
  completion?: PromiseLike<AgentEnd> | undefined;
  /** Stops the agent. Called when nobody reads any more. */
  stop?(): unknown;
}

/** How an agent ended: well, or with the reason. */
export interface AgentEnd {
  ok: boolean;
  error?: { message: string } | undefined;
}
