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
  /** Each request of the model has a record of its own. Up to 0.30 one record holds all that a turn called. */
  keepsRequests: boolean;
  /** The last one. */
  lastRequest?: string;
  /** The model that answered last. */
  model?: string;
}

/** The known state of a call. */
export interface KnownCall {
  input: unknown;
  isDone: boolean;
  /** The request that made it, if it is known. */
  requestId?: string | undefined;
  /** The call as in a record. */
  source?: JsonObject;
}
