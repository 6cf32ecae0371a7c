import { createEventReader, type ThreadEvent } from 'threadline';
import { expect, it } from 'vitest';
import { everyRecording } from '../fixtures.ts';

/** The wires' names for the ids of the model. */
const NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
  thread_id: new Set(['thread_id', 'session_id', 'sessionId', 'conversation_id', 'agent_id', 'agentId']),
  turn_id: new Set(['turn_id']),
  id: new Set(['id', 'item_id', 'call_id', 'uuid', 'tool_use_id', 'tool_id']),
};

/** Bookkeeping beside the record's own words. The reader keeps it and does not take ids from it. */
const BESIDE: ReadonlySet<string> = new Set(['internal_chat_message_metadata_passthrough', 'metadata']);
/** Records that end what earlier ones began: events of the earlier ones come with them, under ids known by then. */
const ENDS = /"type":"(?:task_complete|last-prompt)"/;

/** The values of a record under any of some names, at any depth. */
function valuesOf(value: unknown, names: ReadonlySet<string>, found = new Set<unknown>()): Set<unknown> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    if (BESIDE.has(name)) continue;
    if (names.has(name)) found.add(inner);
    valuesOf(inner, names, found);
  }
  return found;
}

/** The ids that an event or its item claims to have from nowhere, though its record has them. */
function deniedIds(event: ThreadEvent, record: unknown): string[] {
  const holders: object[] = 'item' in event ? [event, event.item] : [event];
  return holders.flatMap((holder) => {
    const { inferred, ...fields }: { inferred?: unknown; [name: string]: unknown } = { ...holder };
    if (!Array.isArray(inferred)) return [];
    return inferred.filter((name) => {
      const said = NAMES[name];
      return said && fields[name] !== '' && valuesOf(record, said).has(fields[name]);
    });
  });
}

/** The fields of an event's item that a reader must have made, and that are not named: an id of a line, an empty text. */
function unnamed(event: ThreadEvent, record: unknown): string[] {
  if (!('item' in event)) return [];
  const { id, inferred = [], ...fields }: { id: string; inferred?: readonly string[]; text?: string } = event.item;
  const made: string[] = [];
  if (/^L\d+\.\d+$/.test(id) && !valuesOf(record, NAMES.id ?? new Set()).has(id)) made.push('id');
  if (fields.text === '' && !JSON.stringify(record).includes('""')) made.push('text');
  return made.filter((name) => !inferred.includes(name));
}

/** A line in an envelope is a text there. */
function opened(record: unknown): unknown {
  const line =
    typeof record === 'object' && record !== null && 'dir' in record && 'line' in record ? record.line : record;
  return typeof line === 'string' ? JSON.parse(line) : record;
}

/** The lines of a recording, without every `step`-th field of their records, counted over the whole recording. */
function withoutFields(text: string, step: number): string[] {
  let count = 0;
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => name === 'type' || ++count % step !== 0);
    return Object.fromEntries(kept.map(([name, inner]) => [name, strip(inner)]));
  };
  return text.split('\n').map((line) => {
    try {
      return JSON.stringify(strip(JSON.parse(line)));
    } catch {
      return line;
    }
  });
}

/** Some versions print one JSON document over many lines. */
const lined = everyRecording().filter(
  ({ name, bytes }) => name.endsWith('.jsonl') && new TextDecoder().decode(bytes.subarray(0, 2)) === '{"',
);

it.each(lined)(
  '$name: an id is named as filled in if it does not stand on the line, whatever fields are missing',
  ({ bytes }) => {
    const text = new TextDecoder().decode(bytes);
    for (const step of [Number.POSITIVE_INFINITY, 2, 3, 5, 7, 11]) {
      const lines = withoutFields(text, step);
      const reader = createEventReader();
      const outcomes = [...reader.push(lines.join('\n')), ...reader.end()];
      for (const outcome of outcomes) {
        for (const event of outcome.ok ? outcome.events : []) {
          if (event.line === undefined || event.type === 'context' || event.type === 'unknown') continue;
          const line = lines[event.line - 1] ?? 'null';
          if (ENDS.test(line)) continue;
          const record = opened(JSON.parse(line));
          const place = `line ${event.line}: ${line.slice(0, 400)}`;
          expect(deniedIds(event, record), place).toEqual([]);
          // A line that lost enough fields may be one of ours, which are taken as they stand.
          if (!reader.wire?.startsWith('threadline')) expect(unnamed(event, record), place).toEqual([]);
        }
      }
    }
  },
);
