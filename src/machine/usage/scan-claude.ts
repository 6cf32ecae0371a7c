import { isObject, type JsonObject } from '../../core/lines/json.ts';
import { contentStart, type RecordDecoder } from './decode-record.ts';
import { textField, tierName, timeField, tokenCount } from './token-counts.ts';
import type { FoldContext, UsageFold } from './usage-fold.ts';
import type { UsageRow } from './usage-row.ts';

/** Every line with this is decoded. The record tells if it counts. */
const NEEDLE = '"usage"';
/** Maximum number of open messages: parallel sub-agents of old versions write into one file. */
const OPEN_MESSAGES = 64;
/** The first record of a process that is given a prompt. */
const BEGINNING = '{"type":"queue-operation"';
/** It is among the first lines, and before the first answer. */
const BEGINNING_LINES = 16;

/** A message, as far as its lines were read. */
interface OpenMessage {
  id: string;
  /** Copies of a message lack it: resumes up to 1.0.80, forks up to 2.0.10. */
  requestId: string | undefined;
  /** True if it is marked as copied from another session. */
  isCopy: boolean;
  row: UsageRow;
}

/** Usage of a Claude Code file. Each block of a message repeats its usage: the last line, or most output, counts. */
export function createClaudeFold(context: FoldContext, decoder: RecordDecoder): UsageFold {
  const open = new Map<string, OpenMessage>();
  const nameless: OpenMessage[] = [];
  const copies: OpenMessage[] = [];
  let hasRequestIds = false;
  /** The start of the session, if a line before its messages gives it. Anything older was copied (forks of 2.1). */
  let begunAt = 0;
  /** The offset of the next needle in the current bytes. */
  let bytesAtHand: Buffer | undefined;
  let needle = -1;

  function hasNeedle(bytes: Buffer, start: number, end: number): boolean {
    // At the beginning, the buffer may hold new bytes.
    if (bytes !== bytesAtHand || start === 0 || (needle !== -1 && needle < start)) {
      bytesAtHand = bytes;
      needle = bytes.indexOf(NEEDLE, start, 'latin1');
    }
    return needle !== -1 && needle < end;
  }

  function take(record: JsonObject | undefined, line: number) {
    if (!record) return context.badLine(line);
    const message = claudeMessage(record, context.path, line);
    if (!message) return;
    if (message.row.at > 0 && message.row.at < begunAt) message.isCopy = true;
    const known = open.get(message.id);
    const isOther = known?.requestId !== undefined && message.requestId !== undefined;
    if (known && isOther && known.requestId !== message.requestId) close(known);
    else if (known) return merge(known, message);
    open.set(message.id, message);
    if (open.size > OPEN_MESSAGES) closeOldest();
  }

  /** The first line gives the time of the message. A copy has a new time. */
  function merge(known: OpenMessage, next: OpenMessage): void {
    const isNamed = known.requestId === undefined && next.requestId !== undefined;
    const { agent, threadId, key, at, project, source, line } = isNamed ? next.row : known.row;
    const most = next.row.output >= known.row.output ? next.row : known.row;
    known.row = { ...most, agent, threadId, key, at, project, source, line };
    known.requestId ??= next.requestId;
  }

  function close(message: OpenMessage): void {
    open.delete(message.id);
    if (message.requestId === undefined) nameless.push(message);
    else if (message.isCopy) copies.push(message);
    else tell(message);
    hasRequestIds ||= message.requestId !== undefined;
  }

  function closeOldest() {
    for (const message of open.values()) return close(message);
  }

  function tell({ id, row }: OpenMessage): void {
    context.addMessage(row, id, 'named');
  }

  function noteBeginning(bytes: Buffer, start: number, end: number): void {
    const isBeginning = bytes.toString('latin1', start, start + BEGINNING.length) === BEGINNING;
    if (isBeginning) begunAt = timeField(decoder.decode(bytes, start, end) ?? {});
  }

  return {
    begin() {
      open.clear();
      nameless.length = 0;
      copies.length = 0;
      hasRequestIds = false;
      begunAt = 0;
      bytesAtHand = undefined;
    },
    line(bytes, start, end, number) {
      const begin = contentStart(bytes, start, end);
      if (hasNeedle(bytes, start, end)) take(decoder.decode(bytes, begin, end), number);
      else if (begunAt === 0 && number <= BEGINNING_LINES) noteBeginning(bytes, begin, end);
    },
    beginLong: (bytes, end) => bytes[contentStart(bytes, 0, end)] === 123,
    longPart: decoder.part,
    endLong(number) {
      take(decoder.finish() ?? {}, number);
    },
    end() {
      const rest = [...open.values()];
      const named = rest.filter(({ requestId }) => requestId !== undefined);
      for (const message of named) if (!message.isCopy) tell(message);
      for (const { id, row } of [...copies, ...named.filter(({ isCopy }) => isCopy)]) {
        context.addMessage(row, id, 'copy');
      }
      // If requests have ids, those without are copies. If none has one, the provider gives none.
      const how = hasRequestIds || named.length > 0 ? 'held' : 'nameless';
      for (const { id, row } of [...nameless, ...rest.filter(({ requestId }) => requestId === undefined)]) {
        context.addMessage(row, id, how);
      }
    },
  };
}

function claudeMessage(record: JsonObject, source: string, line: number): OpenMessage | undefined {
  const { message } = record;
  // Lines that a tool handed over from another agent are marked. `<synthetic>` is the CLI's own text.
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
  const requestId = textField(record, 'requestId');
  const id = textField(message, 'id') ?? textField(record, 'uuid') ?? `${source} L${line}`;
  const row: UsageRow = {
    agent: 'claude',
    threadId: threadIdOf(record),
    key: requestId === undefined ? id : `${id} ${requestId}`,
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
  return { id, requestId, isCopy: isObject(record.forkedFrom), row };
}

/** A sub-agent with a file of its own (2.0.77 and later) is a thread of its own. */
function threadIdOf(record: JsonObject): string {
  const agentId = record.isSidechain === true ? textField(record, 'agentId') : undefined;
  return agentId ?? textField(record, 'sessionId') ?? '';
}
