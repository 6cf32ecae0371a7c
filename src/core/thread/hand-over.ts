import { isObject, type JsonObject } from '../lines/json.ts';
import type { ThreadOrigin } from './event.ts';

/**
 * The marks by which history that was handed over is known again in another agent's session file. Writers put them,
 * readers look for them. Which of them an agent keeps when it goes on with the file, docs/writers.md says.
 */

/** The field that stands on lines that a writer made, and beside the facts of the session. */
export const HAND_OVER_FIELD = 'threadline';

/** The id of the n-th turn or message of such history, where the agent takes any text for one. */
export function handedOverId(number: number): string {
  return `threadline-${number}`;
}

const HANDED_OVER_ID = /^threadline-\d{1,12}(?:_response)?$/;
/** The turns that Codex's own importer of other agents' sessions makes. */
const IMPORTED_TURN = /^external-import-turn-\d{1,12}$/;

/** True for an id that `handedOverId` gave; Gemini CLI puts `_response` after it for the results of its calls. */
export function isHandedOverId(id: string): boolean {
  return HANDED_OVER_ID.test(id);
}

export function isImportedTurn(id: string): boolean {
  return IMPORTED_TURN.test(id);
}

/** What the field says, where a line has it. */
export function handOverNote(record: JsonObject): JsonObject | undefined {
  const note = record[HAND_OVER_FIELD];
  return isObject(note) ? note : undefined;
}

/** Whose thread it was, as the field beside the facts of a session says it. */
export function originOfNote(note: unknown): ThreadOrigin | undefined {
  if (!isObject(note) || typeof note.agent !== 'string') return undefined;
  return typeof note.id === 'string' ? { agent: note.agent, thread_id: note.id } : { agent: note.agent };
}

const ORIGIN_VERSION = /^0\.0\.0 threadline (\S{1,100})(?: (\S{1,200}))?$/;

/** The same in the place of a version of Codex, which a copy of the file keeps although it loses the field. */
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

/** Stands before each id of a call, with its number, so that no two of a file are alike or look like copies. */
export function handedOverCallId(number: number, id: string): string {
  return `tl-${number}-${id}`;
}

/** The same call under another id, which readers take for the same. */
export function shownCallId(id: string): string {
  return id.replace(/^tl-/, 'tl-0');
}

const CALL_PREFIX = /^tl-\d{1,12}-(?=.)/s;

export function withoutCallPrefix(id: string): string {
  return id.replace(CALL_PREFIX, '');
}

/** Gemini CLI leaves out prompts that look like commands of its own; this before them, which nobody sees, keeps them. */
export const INVISIBLE = '\u200b';

/** Gemini CLI signs the calls of another model only beside a thought, so one without has this. */
export const PLACEHOLDER_THOUGHT = '(handed over)';

const NOTE_START = '<threadline_note>';

/** A word to the model that stands before the history and is no part of it. */
export function noteText(note: string): string {
  return `${NOTE_START}\n${note}\n</threadline_note>`;
}

export function isNoteText(text: string): boolean {
  return text.startsWith(NOTE_START);
}
