import { isObject, type JsonObject } from '../../core/lines/json.ts';
import { contentStart, type RecordDecoder } from './decode-record.ts';
import { textField, timeField, tokenCount } from './token-counts.ts';
import type { FoldContext, UsageFold } from './usage-fold.ts';
import type { UsageRow } from './usage-row.ts';

/** Usage of a Gemini CLI chat. Messages are rewritten, even without tokens: the highest counts of each id count. */
export function createGeminiFold(context: FoldContext, decoder: RecordDecoder): UsageFold {
  const messages = new Map<string, UsageRow>();
  /** Answers without tokens, by id: a resume loses them. */
  const bare = new Set<unknown>();
  let sessionId = '';
  /** True if lines are parts of one record, a document. */
  let isDocument = false;

  function takeMessage(message: unknown, line: number): void {
    if (!isObject(message)) return;
    const row = geminiRow(message, sessionId, context, line);
    if (!row && message.type === 'gemini' && !isObject(message.tokens)) bare.add(message.id);
    if (!row) return;
    const known = messages.get(row.key);
    if (!known) messages.set(row.key, row);
    else if (row.input + row.output > known.input + known.output) messages.set(row.key, { ...row, line: known.line });
  }

  function takeList(list: unknown, line: number): void {
    if (Array.isArray(list)) for (const message of list) takeMessage(message, line);
  }

  function take(record: JsonObject | undefined, line: number) {
    if (!record) return context.badLine(line);
    sessionId = (sessionId || textField(record, 'sessionId')) ?? '';
    if (typeof record.id === 'string') takeMessage(record, line);
    else if (isObject(record.$set)) takeList(record.$set.messages, line);
    else takeList(record.messages, line);
  }

  return {
    begin() {
      messages.clear();
      bare.clear();
      sessionId = '';
      isDocument = false;
    },
    line(bytes, start, end, number) {
      const begin = contentStart(bytes, start, end);
      if (number === 1 && end - begin <= 2) isDocument = true;
      if (!isDocument) return take(decoder.decode(bytes, begin, end), number);
      decoder.part(bytes, begin, end);
    },
    beginLong: (bytes, end) => isDocument || bytes[contentStart(bytes, 0, end)] === 123,
    longPart: decoder.part,
    endLong(number) {
      if (!isDocument) take(decoder.finish(), number);
    },
    end() {
      if (isDocument) take(decoder.finish(), 1);
      for (const { key } of messages.values()) bare.delete(key);
      if (bare.size > 0) context.lacks();
      for (const row of messages.values()) context.add(row, `${row.threadId} ${row.key}`);
    },
  };
}

function geminiRow(message: JsonObject, threadId: string, context: FoldContext, line: number): UsageRow | undefined {
  const { tokens } = message;
  if (message.type !== 'gemini' || !isObject(tokens) || isObject(message.threadline)) return undefined;
  const reasoning = tokenCount(tokens.thoughts);
  const input = tokenCount(tokens.input) + tokenCount(tokens.tool);
  const output = tokenCount(tokens.output) + reasoning;
  if (input === 0 && output === 0) return undefined;
  return {
    agent: 'gemini',
    threadId,
    key: textField(message, 'id') ?? `L${line}`,
    at: timeField(message),
    model: textField(message, 'model'),
    project: context.project,
    input,
    cached: tokenCount(tokens.cached),
    cacheWrite: 0,
    output,
    reasoning,
    source: context.path,
    line,
  };
}
