// By description: the manual's schema and readers of others. No whole thread file was found.
import * as check from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** The thread without its messages. */
export const threadTable = fieldTable((wire) => ({
  /** Grows with each write. */
  v: check.optionalNumber(wire.v),
  id: check.optionalId(wire.id),
  /** Milliseconds since 1970. */
  created: check.optionalNumber(wire.created),
  title: check.optionalText(wire.title),
  env: check.optionalRecord(wire.env),
}));

export const messageTable = fieldTable((wire) => ({
  role: check.text(wire.role),
  /** A number, or a text. */
  messageId: check.anything(wire.messageId),
  content: check.anything(wire.content),
  /** `{sentAt}` in milliseconds, on what a person typed alone. */
  meta: check.optionalRecord(wire.meta),
  state: check.optionalRecord(wire.state),
  usage: check.optionalRecord(wire.usage),
}));

/** What a request used. Input excludes what was read from the cache or written to it. */
export const usageTable = fieldTable((wire) => ({
  model: check.optionalText(wire.model),
  inputTokens: check.count(wire.inputTokens),
  outputTokens: check.count(wire.outputTokens),
  cacheCreationInputTokens: check.optionalCount(wire.cacheCreationInputTokens),
  cacheReadInputTokens: check.optionalCount(wire.cacheReadInputTokens),
  timestamp: check.optionalText(wire.timestamp),
}));
