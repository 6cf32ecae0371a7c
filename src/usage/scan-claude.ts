import { isObject, type JsonObject } from '../lines/json.ts';
import { contentStart, type RecordDecoder } from './decode-record.ts';
import { textField, tierName, timeField, tokenCount } from './token-counts.ts';
import type { FoldContext, UsageFold } from './usage-fold.ts';
import type { UsageRow } from './usage-row.ts';

/** Every line with this is decoded; which ones count is told by the record. */
const NEEDLE = '"usage"';
/** So many messages may be open at once: parallel sub-agents of old versions write into one file. */
const OPEN_MESSAGES = 64;

/**
 * Reads what a Claude Code session file used. A message is written as several lines, one for each block, that repeat
 * its usage; the last one, or the one with most output, tells what it was in the end.
 */
export function createClaudeFold(context: FoldContext, decoder: RecordDecoder): UsageFold {
  const open = new Map<string, UsageRow>();
  /** Where the next needle stands in the bytes at hand. */
  let bytesAtHand: Buffer | undefined;
  let needle = -1;

  function hasNeedle(bytes: Buffer, start: number, end: number): boolean {
    // At the beginning the bytes may be new ones in the same place.
    if (bytes !== bytesAtHand || start === 0 || (needle !== -1 && needle < start)) {
      bytesAtHand = bytes;
      needle = bytes.indexOf(NEEDLE, start, 'latin1');
    }
    return needle !== -1 && needle < end;
  }

  function take(record: JsonObject | undefined, line: number) {
    if (!record) return context.badLine(line);
    const row = claudeRow(record, context.path, line);
    if (!row) return;
    const known = open.get(row.key);
    if (!known) {
      open.set(row.key, row);
      if (open.size > OPEN_MESSAGES) closeOldest();
      return;
    }
    if (row.output < known.output) return;
    // The message began where its first line stands.
    open.set(row.key, { ...row, at: known.at, line: known.line });
  }

  function close(row: UsageRow): void {
    open.delete(row.key);
    context.add(row, row.key);
  }

  function closeOldest() {
    for (const row of open.values()) return close(row);
  }

  return {
    begin() {
      open.clear();
      bytesAtHand = undefined;
    },
    line(bytes, start, end, number) {
      const begin = contentStart(bytes, start, end);
      if (hasNeedle(bytes, start, end)) take(decoder.decode(bytes, begin, end), number);
    },
    beginLong: (bytes, end) => bytes[contentStart(bytes, 0, end)] === 123,
    longPart: decoder.part,
    endLong(number) {
      take(decoder.finish() ?? {}, number);
    },
    end() {
      for (const row of open.values()) close(row);
    },
  };
}

function claudeRow(record: JsonObject, source: string, line: number): UsageRow | undefined {
  const { message } = record;
  // Lines that a tool handed over from another agent are marked; `<synthetic>` is the CLI's own text.
  if (record.type !== 'assistant' || !isObject(message) || isObject(record.threadline)) return undefined;
  const { usage } = message;
  if (!isObject(usage) || message.model === '<synthetic>') return undefined;
  const cached = tokenCount(usage.cache_read_input_tokens);
  const cacheWrite = tokenCount(usage.cache_creation_input_tokens);
  const input = tokenCount(usage.input_tokens) + cached + cacheWrite;
  const output = tokenCount(usage.output_tokens);
  if (input === 0 && output === 0) return undefined;
  const details = usage.output_tokens_details;
  const kept = isObject(usage.cache_creation) ? tokenCount(usage.cache_creation.ephemeral_1h_input_tokens) : 0;
  return {
    agent: 'claude',
    threadId: threadIdOf(record),
    key: keyOf(record, message, line),
    at: timeField(record),
    model: textField(message, 'model'),
    tier: tierName(usage.speed) ?? tierName(usage.service_tier),
    project: textField(record, 'cwd'),
    input,
    cached,
    cacheWrite,
    cacheWriteHour: Math.min(kept, cacheWrite) || undefined,
    output,
    reasoning: isObject(details) ? tokenCount(details.thinking_tokens) : 0,
    source,
    line,
  };
}

/** A sub-agent with a file of its own (2.0.77 and later) is a thread of its own. */
function threadIdOf(record: JsonObject): string {
  const agentId = record.isSidechain === true ? textField(record, 'agentId') : undefined;
  return agentId ?? textField(record, 'sessionId') ?? '';
}

/** A copy of a session (a fork, a resume up to 1.0.80) repeats both ids. */
function keyOf(record: JsonObject, message: JsonObject, line: number): string {
  const ids = [textField(message, 'id'), textField(record, 'requestId')].filter((id) => id !== undefined);
  return ids.length > 0 ? ids.join(' ') : (textField(record, 'uuid') ?? `L${line}`);
}
