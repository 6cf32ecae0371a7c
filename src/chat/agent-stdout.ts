import type { CommandEnd } from './command-end.ts';

/** What becomes of the agent's stdout on its way to the client. */
export interface AgentStdout {
  /** Takes the next piece, cut anywhere. */
  push(chunk: string | Uint8Array): void;
  /** Sends what was held back, and how the command ended if that is known and was no success. A second call does nothing. */
  end(commandEnd?: CommandEnd): void;
}
