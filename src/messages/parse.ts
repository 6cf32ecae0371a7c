import type { JsonObject } from '../lines/json.ts';
import { parseText } from '../lines/parse-text.ts';
import type { ThreadEvent } from '../thread/event.ts';
import { recognise } from '../wires/registry.ts';
import type { UnifiedMessage } from './message.ts';
import { abortText } from './message-builder.ts';
import { type ParsedMessage, parseItem } from './parse-item.ts';
import { parsePersisted } from './parse-persisted.ts';
import { shortHash } from './short-hash.ts';

/**
 * Reads one line of `codex exec --json` or of a session file on its own into a message; null when it holds none. Never
 * throws for what the line holds. It knows nothing of the lines around it: a call and its output are two messages, and
 * text that a session file holds twice comes twice. For whole streams and files use `createMessageBuilder`.
 */
export function parse(line: string): UnifiedMessage | null {
  if (typeof line !== 'string') throw new TypeError('parse takes a string');
  const [record] = parseText(line).records;
  if (!record) return null;
  const lineId = shortHash(line.trim());
  const parsed = parsePersisted(record, lineId) ?? parseByEvents(line, lineId);
  if (!parsed || parsed.content.length === 0) return null;
  const { id, role, content, injected } = parsed;
  const message: UnifiedMessage = { id, role, content, timestamp: timeOf(record), tool: 'codex', _original: record };
  if (injected) message.injected = true;
  return message;
}

/** Everything that a dialect's reader makes a whole item of, or a notice. The reader takes its record apart. */
function parseByEvents(line: string, lineId: string): ParsedMessage | undefined {
  const [record] = parseText(line).records;
  const reader = record && recognise(record)?.createReader({});
  if (!record || !reader) return undefined;
  for (const event of [...reader.read(record, 1, []), ...reader.end()]) {
    const parsed = parseEvent(event, lineId);
    if (parsed) return parsed;
  }
  return undefined;
}

function parseEvent(event: ThreadEvent, lineId: string): ParsedMessage | undefined {
  switch (event.type) {
    case 'item.completed':
    case 'item.failed':
      return parseItem(event.item, lineId);
    case 'error':
      return notice(lineId, event.message);
    case 'turn.aborted':
      return notice(lineId, abortText(event.reason));
    default:
      return undefined;
  }
}

function notice(id: string, text: string): ParsedMessage {
  return { id, role: 'system', content: [{ type: 'text', text }] };
}

/** The one place that reads a clock: a streamed line has no time, and the callers of this function sort by it. */
function timeOf(record: JsonObject): number {
  const time = typeof record.timestamp === 'string' ? Date.parse(record.timestamp) : Number.NaN;
  return Number.isNaN(time) ? Date.now() : time;
}
