// cline/cline 2.x, src/shared/ExtensionMessage.ts: ClineMessage, as printed and as kept in ui_messages.json.
import * as check from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

const modelTable = fieldTable((wire) => ({
  providerId: check.optionalText(wire.providerId),
  modelId: check.optionalText(wire.modelId),
  /** `act`, or `plan`. */
  mode: check.optionalText(wire.mode),
}));

export const messageTable = fieldTable((wire) => ({
  /** Milliseconds since 1970, and the id of the message. Pieces of it have the same. */
  ts: check.optionalNumber(wire.ts),
  /** `say` or `ask`. */
  type: check.optionalText(wire.type),
  say: check.optionalText(wire.say),
  ask: check.optionalText(wire.ask),
  /** The words, or JSON in a text. */
  text: check.optionalText(wire.text),
  reasoning: check.optionalText(wire.reasoning),
  images: check.optionalTexts(wire.images),
  /** More of it follows. */
  partial: check.optionalFlag(wire.partial),
  modelInfo: check.optionalNested(wire.modelInfo, modelTable),
  /** Where it stands in the history of the API. */
  conversationHistoryIndex: check.optionalNumber(wire.conversationHistoryIndex),
}));

export const taskTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  taskId: check.optionalId(wire.taskId),
}));

export const errorTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  message: check.text(wire.message),
}));

/** The text of `api_req_started`. Live it has no counts yet. */
export const requestTable = fieldTable((wire) => ({
  /** What the model was sent. */
  request: check.optionalText(wire.request),
  /** Includes what was read from the cache. */
  tokensIn: check.optionalCount(wire.tokensIn),
  tokensOut: check.optionalCount(wire.tokensOut),
  cacheWrites: check.optionalCount(wire.cacheWrites),
  cacheReads: check.optionalCount(wire.cacheReads),
  cost: check.anything(wire.cost),
}));
