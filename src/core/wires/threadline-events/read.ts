import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { AgentName, ThreadEvent } from '../../thread/event.ts';
import { takeMark } from '../threadline/mark.ts';
import { eventNeeds, faultIn, itemNeeds, keepWhole } from '../threadline/trusted.ts';
import type { Wire, WireReader } from '../wire.ts';

/** A line that tells what was wrong in the input of the conversion. */
export function isProblemLine({ type, code, message, line, offset }: JsonObject): boolean {
  return (
    type === 'problem' &&
    typeof code === 'string' &&
    typeof message === 'string' &&
    Number.isSafeInteger(line) &&
    Number.isSafeInteger(offset)
  );
}

/** Reads events back as they stand: ids, times and lines are those of the first reading. */
export function createOwnEventsReader(): WireReader {
  let agent: AgentName | undefined;
  let kind: Wire['kind'] = 'store';

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    agent = takeMark(record)?.agent ?? agent;
    if (isProblemLine(record)) {
      problems.push(problemOf(record));
      return [];
    }
    const { type, item } = record;
    const fault = eventNeeds.has(type) ? (faultIn(record, eventNeeds) ?? faultInItem(record, item)) : '';
    if (fault !== undefined) return keepWhole(record, line, problems, fault);
    // Nothing is at fault.
    const event = record as JsonObject & ThreadEvent;
    if (event.type === 'thread.started') {
      agent = event.agent ?? agent;
      kind = isPrinted(event) ? 'stream' : 'store';
    }
    return [event];
  }

  return {
    read,
    problem(record) {
      if (!isProblemLine(record) || IN_GOOD_LINES.has(record.code)) return undefined;
      agent = takeMark(record)?.agent ?? agent;
      return problemOf(record);
    },
    end: () => [],
    agent: () => agent,
    kind: () => kind,
  };
}

/** Problems inside of lines that could be read. All others stand for a whole line. */
const IN_GOOD_LINES: ReadonlySet<unknown> = new Set(['bad-field', 'invalid-utf8', 'glued-records']);

function problemOf({ type: _type, raw, ...problem }: JsonObject): Problem {
  // A problem line has the other fields. Those of later versions stay.
  return { ...(problem as JsonObject & Problem), ...(typeof raw === 'string' && { raw }) };
}

/** Looks at an item. One of a kind unknown to this version is kept whole, in its place. */
function faultInItem(record: JsonObject, item: unknown): string | undefined {
  if (item === undefined) return undefined;
  const { id, type, ...data } = isObject(item) ? item : {};
  if (typeof id !== 'string' || typeof type !== 'string') return 'item';
  if (itemNeeds.has(type)) return faultIn({ id, type, ...data }, itemNeeds);
  record.item = { id, type: 'unknown', wire_type: type, data };
  return undefined;
}

/**
 * True for a thread that was printed, whose turns are never taken back: messages of it need not wait. A session file
 * says when or where its thread began. A stream says neither, or also which model answers.
 */
function isPrinted({ started_at, model, cwd }: { started_at?: string; model?: string; cwd?: string }): boolean {
  return started_at === undefined && (model !== undefined || cwd === undefined);
}
