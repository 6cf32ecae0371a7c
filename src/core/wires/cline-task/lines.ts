// cline/cline 2.x, src/shared/ExtensionMessage.ts: ClineMessage, as printed and as kept in ui_messages.json.
import {
  anything,
  optionalCount,
  optionalFlag,
  optionalId,
  optionalNested,
  optionalNumber,
  optionalText,
  optionalTexts,
  text,
} from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

const modelTable = fieldTable((wire) => ({
  providerId: optionalText(wire.providerId),
  modelId: optionalText(wire.modelId),
  /** `act`, or `plan`. */
  mode: optionalText(wire.mode),
}));

export const messageTable = fieldTable((wire) => ({
  /** Milliseconds since 1970, and the id of the message. Pieces of it have the same. */
  ts: optionalNumber(wire.ts),
  /** `say` or `ask`. */
  type: optionalText(wire.type),
  say: optionalText(wire.say),
  ask: optionalText(wire.ask),
  /** The words, or JSON in a text. */
  text: optionalText(wire.text),
  reasoning: optionalText(wire.reasoning),
  images: optionalTexts(wire.images),
  /** More of it follows. */
  partial: optionalFlag(wire.partial),
  modelInfo: optionalNested(wire.modelInfo, modelTable),
  /** Where it stands in the history of the API. */
  conversationHistoryIndex: optionalNumber(wire.conversationHistoryIndex),
}));

export const taskTable = fieldTable((wire) => ({ type: optionalText(wire.type), taskId: optionalId(wire.taskId) }));

export const errorTable = fieldTable((wire) => ({ type: optionalText(wire.type), message: text(wire.message) }));

/** The text of `api_req_started`. Live it has no counts yet. */
export const requestTable = fieldTable((wire) => ({
  /** What the model was sent. */
  request: optionalText(wire.request),
  /** Includes what was read from the cache. */
  tokensIn: optionalCount(wire.tokensIn),
  tokensOut: optionalCount(wire.tokensOut),
  cacheWrites: optionalCount(wire.cacheWrites),
  cacheReads: optionalCount(wire.cacheReads),
  cost: anything(wire.cost),
}));
