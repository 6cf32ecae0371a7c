import type { JsonObject } from '../../lines/json.ts';
import type { KnownMessages } from './known-messages.ts';
import type { Turns } from './turns.ts';

/** What the lines before said. */
export interface ChatState {
  messages: KnownMessages;
  /** The calls, by id. A call that was given up stands in a record of its own. */
  calls: Map<string, KnownCall>;
  turns: Turns;
  /** The chat is that of a sub-agent. */
  isAgent: boolean;
  /** The model that answered last. */
  model?: string;
}

/** What was read of a call so far. */
export interface KnownCall {
  input: unknown;
  isDone: boolean;
  /** The call as a record had it. */
  source?: JsonObject;
}
