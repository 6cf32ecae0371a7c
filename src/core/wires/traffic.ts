import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject, parseObject } from '../lines/json.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { Extra } from '../thread/usage.ts';
import { optionalNumber, optionalText } from './field-checks.ts';
import { fieldTable } from './field-table.ts';
import { isEnvelope } from './traffic-envelope.ts';

/**
 * What an agent and its client said to each other, one message a line. Such traffic is kept in two forms: the bare lines of one
 * side or of both, and lines in an envelope that tells who spoke: `{"t": 12, "dir": "in", "line": "{…}"}`. `in` goes to the
 * agent, `out` comes from it, and a `mark` is a note of the recorder.
 */
export interface Said {
  /** What was said. Undefined for a mark, and for a line that is no object. */
  record: JsonObject | undefined;
  /** Who spoke. Undefined for a bare line. */
  direction: 'in' | 'out' | 'mark' | undefined;
  /** The words of a mark, or of a line that is no object. */
  text: string;
  /** The rest of the envelope that is kept beside the event: who of several clients spoke, and fields unknown here. */
  kept: Extra | undefined;
}

const envelopeTable = fieldTable((wire) => ({
  /** Milliseconds since the recorder began. They are no time of day, so no event has them. */
  t: optionalNumber(wire.t),
  dir: optionalText(wire.dir),
  /** One of several clients, or of several processes one after the other. */
  client: optionalText(wire.client),
  /** Of a mark. */
  event: optionalText(wire.event),
}));

/** Keeps what no event has a field for beside the first of them. */
export function keepBeside(events: readonly ThreadEvent[], extra: Extra | undefined): void {
  const [first] = events;
  if (extra && first) first.extra = { ...first.extra, ...extra };
}

/** Takes a line out of its envelope, if it has one. */
export function openEnvelope(record: JsonObject, problems: Problem[]): Said {
  if (!isEnvelope(record)) return { record, direction: undefined, text: '', kept: undefined };
  const { line, ...rest } = record;
  const { client, event, extra } = envelopeTable.read(rest, problems);
  const direction = record.dir as Said['direction'];
  const kept = client === undefined ? extra : { client, ...extra };
  if (direction === 'mark') return { record: undefined, direction, text: event ?? '', kept };
  if (isObject(line)) return { record: line, direction, text: '', kept };
  const text = String(line);
  return { record: parseObject(text), direction, text, kept };
}
