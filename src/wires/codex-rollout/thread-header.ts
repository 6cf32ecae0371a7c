import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadStartedEvent } from '../../thread/event.ts';
import { anything, fieldTable, orNull, readFields, record, text } from '../fields.ts';
import type { Session } from './session.ts';
import type { BareHeader } from './types.ts';

/** What a file says about its thread: the line `session_meta`, or the first line of a bare file. */
const headerTable = fieldTable({
  thread_id: { read: text, aliases: ['id'], otherwise: () => '' },
  started_at: { read: text, aliases: ['timestamp'] },
  cwd: { read: text },
  cli_version: { read: text },
  model_provider: { read: orNull(text) },
  originator: { read: text },
  source: { read: anything },
  forked_from_id: { read: orNull(text) },
  parent_thread_id: { read: orNull(text) },
  history_base: { read: orNull(record) },
  git: { read: orNull(record) },
});

/** Reads the header of a file, and sets what holds for the file as a whole. */
export function readHeader(payload: JsonObject, session: Session): ThreadStartedEvent {
  const read = readFields(headerTable, payload, session.problems, { type: 'thread.started', thread_id: undefined });
  for (const name of NULLABLE) if (read[name] === null) delete read[name];
  const event = read as JsonObject & ThreadStartedEvent;
  if (event.thread_id !== '') session.threadId = event.thread_id;
  if (event.cwd !== undefined) session.cwd = event.cwd;
  session.paginated = payload.history_mode === 'paginated';
  const start = payload.subagent_history_start_ordinal;
  const stamped = session.stamp(event);
  if (typeof start === 'number') session.ownFrom = start;
  stamped.timestamp ??= event.started_at;
  delete stamped.inherited;
  return stamped;
}

const NULLABLE = ['model_provider', 'forked_from_id', 'parent_thread_id', 'history_base', 'git'];

/** True for the first line of a bare file: `{id, timestamp, instructions?, git?}`, which has no type. */
export function isBareHeader(source: JsonObject): boolean {
  return (
    typeof source.id === 'string' &&
    typeof source.timestamp === 'string' &&
    source.type === undefined &&
    source.record_type === undefined &&
    source.msg === undefined &&
    hasOnlyHeaderFields(source)
  );
}

const HEADER: ReadonlySet<string> = new Set<keyof BareHeader>(['id', 'timestamp', 'instructions', 'git']);

function hasOnlyHeaderFields(source: JsonObject): boolean {
  return Object.keys(source).every((key) => HEADER.has(key)) || 'instructions' in source || isObject(source.git);
}
