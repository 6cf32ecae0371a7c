import { isObject, type JsonObject } from '../lines/json.ts';
import type { ThreadEvent, ThreadOrigin } from './event.ts';

/**
 * Marks for history that was handed over to another agent's session file. Writers set them, readers look for them.
 * docs/writers.md says which of them an agent keeps when it continues the file.
 */

/** The field on lines made by a writer, and beside the facts of the session. */
export const HAND_OVER_FIELD = 'threadline';

/** The id of the n-th turn or message of such history, if the agent accepts any text as an id. */
export function handedOverId(number: number): string {
  return `threadline-${number}`;
}

const HANDED_OVER_ID = /^threadline-\d{1,12}(?:_response)?$/;
/** Turn ids made by Codex's own importer of other agents' sessions. */
const IMPORTED_TURN = /^external-import-turn-\d{1,12}$/;

/** True for an id made by `handedOverId`. Gemini CLI appends `_response` for the results of its calls. */
export function isHandedOverId(id: string): boolean {
  return HANDED_OVER_ID.test(id);
}

export function isImportedTurn(id: string): boolean {
  return IMPORTED_TURN.test(id);
}

/** The value of the field, if a line has it. */
export function handOverNote(record: JsonObject): JsonObject | undefined {
  const note = record[HAND_OVER_FIELD];
  return isObject(note) ? note : undefined;
}

/** Marks the calls that the field lists in `own`: they have the name that they had, although it may be one of this agent's. */
export function markOwnCalls(events: readonly ThreadEvent[], { own }: JsonObject): void {
  if (!Array.isArray(own) || own.length === 0) return;
  const ids = new Set<unknown>(own);
  for (const event of events) {
    if ('item' in event && ids.has(event.item.id) && event.item.call)
      event.item.call = { ...event.item.call, handed_over: true };
  }
}

/** The origin of a thread, from the field beside the facts of a session. */
export function originOfNote(note: unknown): ThreadOrigin | undefined {
  if (!isObject(note) || typeof note.agent !== 'string') return undefined;
  return typeof note.id === 'string' ? { agent: note.agent, thread_id: note.id } : { agent: note.agent };
}

/** An origin as one word, `agent:ID`, as the command line takes it. Undefined if the thread is not known. */
export function originName(origin: ThreadOrigin | undefined): string | undefined {
  return origin?.thread_id === undefined ? undefined : `${origin.agent}:${origin.thread_id}`;
}

const ORIGIN_NAME = /^([A-Za-z][\w.-]{0,99}):(.+)$/s;

export function originOfName(name: string): ThreadOrigin | undefined {
  const [, agent, id] = ORIGIN_NAME.exec(name) ?? [];
  return agent === undefined || id === undefined ? undefined : { agent, thread_id: id };
}

const ORIGIN_VERSION = /^0\.0\.0 threadline (\S{1,100})(?: (\S{1,200}))?$/;

/** The origin in the form of a Codex version, which a copy of the file keeps although it loses the field. */
export function originVersion({ agent, thread_id: id }: ThreadOrigin): string {
  const words = ['0.0.0', 'threadline', oneWord(agent)];
  if (id) words.push(oneWord(id));
  return words.join(' ');
}

export function originOfVersion(version: string): ThreadOrigin | undefined {
  const [, agent, id] = ORIGIN_VERSION.exec(version) ?? [];
  if (agent === undefined) return undefined;
  return id === undefined ? { agent } : { agent, thread_id: id };
}

function oneWord(text: string): string {
  return text.replace(/\s/g, '_').slice(0, 100) || '_';
}

/** Puts a number before each call id, so that no two of a file are equal or look like copies. */
export function handedOverCallId(number: number, id: string): string {
  return `tl-${number}-${id}`;
}

/** Another id for the same call. Readers treat both as the same. */
export function shownCallId(id: string): string {
  return id.replace(/^tl-/, 'tl-0');
}

const CALL_PREFIX = /^tl-\d{1,12}-(?=.)/s;

export function withoutCallPrefix(id: string): string {
  return id.replace(CALL_PREFIX, '');
}

/** An invisible prefix for prompts that look like commands of Gemini CLI, which would leave them out. */
export const INVISIBLE = '\u200b';

/** Gemini CLI signs the calls of another model only beside a thought, so a call without one gets this. */
export const PLACEHOLDER_THOUGHT = '(handed over)';

const NOTE_START = '<threadline_note>';

/** A note to the model, placed before the history and not part of it. */
export function noteText(note: string): string {
  return `${NOTE_START}\n${note}\n</threadline_note>`;
}

export function isNoteText(text: string): boolean {
  return text.startsWith(NOTE_START);
}
