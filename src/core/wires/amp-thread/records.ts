// By description: the manual's schema and readers of others. No whole thread file was found.
import {
  anything,
  count,
  optionalCount,
  optionalId,
  optionalNumber,
  optionalRecord,
  optionalText,
  text,
} from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** The thread without its messages. */
export const threadTable = fieldTable((wire) => ({
  /** Grows with each write. */
  v: optionalNumber(wire.v),
  id: optionalId(wire.id),
  /** Milliseconds since 1970. */
  created: optionalNumber(wire.created),
  title: optionalText(wire.title),
  env: optionalRecord(wire.env),
}));

export const messageTable = fieldTable((wire) => ({
  role: text(wire.role),
  /** A number, or a text. */
  messageId: anything(wire.messageId),
  content: anything(wire.content),
  /** `{sentAt}` in milliseconds, on what a person typed alone. */
  meta: optionalRecord(wire.meta),
  state: optionalRecord(wire.state),
  usage: optionalRecord(wire.usage),
}));

/** What a request used. Input excludes what was read from the cache or written to it. */
export const usageTable = fieldTable((wire) => ({
  model: optionalText(wire.model),
  inputTokens: count(wire.inputTokens),
  outputTokens: count(wire.outputTokens),
  cacheCreationInputTokens: optionalCount(wire.cacheCreationInputTokens),
  cacheReadInputTokens: optionalCount(wire.cacheReadInputTokens),
  timestamp: optionalText(wire.timestamp),
}));
