import type { JsonObject } from '../../lines/json.ts';
import type { KnownMessages } from './known-messages.ts';
import type { Turns } from './turns.ts';

/** The content of the lines before. */
export interface ChatState {
  messages: KnownMessages;
  /** The calls, by id. A call that was given up is in a record of its own. */
  calls: Map<string, KnownCall>;
  turns: Turns;
  /** The chat belongs to a sub-agent. */
  isAgent: boolean;
  /** The model that answered last. */
  model?: string;
}

/** The known state of a call. */
export interface KnownCall {
  input: unknown;
  isDone: boolean;
  /** The call as in a record. */
  source?: JsonObject;
}
