import type { JsonObject } from '../lines/json.ts';
import { parseText } from '../lines/parse-text.ts';
import type { AgentName, ThreadEvent } from '../thread/event.ts';
import { parseTime } from '../thread/time.ts';
import { readingWire, recognise } from '../wires/registry.ts';
import type { UnifiedMessage } from './message.ts';
import { shortHash } from './message-ids.ts';
import { type ParsedMessage, parseItem } from './parse-item.ts';
import { parsePersisted } from './parse-persisted.ts';
import { abortText } from './thread-messages.ts';
import { agentVocabularies, vocabularyOf } from './vocabularies/registry.ts';

/**
 * Reads one line of `codex exec --json` or of a session file into a message; null if it holds none. Never throws for
 * what the line holds. It does not see the lines around: a call and its output are two messages, and text that a
 * session file holds twice comes twice. For whole streams and files use `createMessageBuilder`.
 *
 * @example
 * import { parse } from 'threadline';
 *
 * const line = '{"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"Done."}}';
 * console.log(parse(line)?.content); // [{ type: 'text', text: 'Done.' }]
 * console.log(parse('{"type":"turn.started"}')); // null
 */
export function parse(line: string): UnifiedMessage | null {
  if (typeof line !== 'string') throw new TypeError('parse takes a string');
  const [record] = parseText(line).records;
  if (!record) return null;
  const lineId = shortHash(line.trim());
  const agent = recognise(record)?.agent || nameIn(record) || 'codex';
  const persisted = agent === 'codex' ? parsePersisted(record, lineId) : undefined;
  const parsed = persisted ?? parseByEvents(line, lineId, agent);
  if (!parsed || (parsed.content.length === 0 && !parsed.notes)) return null;
  const { id, role, content, injected, notes } = parsed;
  const message: UnifiedMessage = { id, role, content, timestamp: timeOf(record), tool: agent, _original: record };
  if (notes) message.notes = notes;
  if (injected) message.injected = true;
  return message;
}

/** Handles everything that a wire's reader turns into a whole item or a notice. The reader takes its record apart. */
function parseByEvents(line: string, lineId: string, agent: AgentName): ParsedMessage | undefined {
  const [record] = parseText(line).records;
  const reader = record && readingWire(record)?.createReader({});
  if (!record || !reader) return undefined;
  for (const events of [reader.read(record, 1, []), reader.end()]) {
    for (const event of events) {
      const parsed = parseEvent(event, lineId, agent);
      if (parsed) return parsed;
    }
  }
  return undefined;
}

function parseEvent(event: ThreadEvent, lineId: string, agent: AgentName): ParsedMessage | undefined {
  switch (event.type) {
    case 'item.completed':
    case 'item.failed':
      return parseItem(event.item, lineId, vocabularyOf(agent, agentVocabularies).vocabulary);
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

/** Lines of threadline's own name the agent, messages as their `tool`. */
function nameIn({ agent, tool }: JsonObject): string | undefined {
  const name = agent ?? tool;
  return typeof name === 'string' ? name : undefined;
}

/** The one place that reads a clock. A streamed line has no time, and callers of this function sort by it. */
function timeOf(record: JsonObject): number {
  const time = typeof record.timestamp === 'string' ? parseTime(record.timestamp) : undefined;
  return time ?? Date.now();
}
