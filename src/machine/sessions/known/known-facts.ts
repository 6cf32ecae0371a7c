import { isObject } from '../../../core/lines/json.ts';
import type { ThreadStartedEvent } from '../../../core/thread/event.ts';
import type { Standing } from '../../facts/session-status.ts';
import type { FileHead } from '../file-head.ts';

/** The head of a file without problems. */
export type KnownHead = Omit<FileHead, 'problems' | 'turns'>;

/** How the last turn stands. `open`: it did not end, and was not read. `untold`: the file does not tell. */
export type KnownStanding = { standing: Standing; isChild: boolean } | 'open' | 'untold';

/** What is known of a file as it is. Absent: nobody asked yet. */
export interface KnownFacts {
  head?: KnownHead | undefined;
  /** Null: the file is too large to be counted. */
  turns?: number | null | undefined;
  standing?: KnownStanding | undefined;
  /** The title at the end of the file. Null: there is none. */
  endTitle?: string | null | undefined;
}

/** The fields of a header that lists show. Pages of instructions stay where they are. */
const HEADER_FIELDS = [
  'type',
  'thread_id',
  'agent',
  'origin',
  'forked_from_id',
  'started_at',
  'timestamp',
  'cli_version',
  'originator',
  'source',
  'parent_thread_id',
] as const satisfies readonly (keyof ThreadStartedEvent)[];

export function encodeFacts({ head, ...others }: KnownFacts): string {
  if (!head) return JSON.stringify(others);
  return JSON.stringify({ ...others, head: { ...head, started: head.started && shortHeader(head.started) } });
}

function shortHeader(started: ThreadStartedEvent): object {
  const header = Object.fromEntries(HEADER_FIELDS.map((name) => [name, started[name]]));
  const branch = started.git?.branch;
  return branch === undefined ? header : { ...header, git: { branch } };
}

/** Undefined for a text that `encodeFacts` did not write. */
export function decodeFacts(text: string): KnownFacts | undefined {
  try {
    const facts: unknown = JSON.parse(text);
    return isFacts(facts) ? facts : undefined;
  } catch {
    return undefined;
  }
}

function isFacts(facts: unknown): facts is KnownFacts {
  if (!isObject(facts)) return false;
  const { head, turns, standing, endTitle } = facts;
  return (
    (head === undefined || isHead(head)) &&
    (turns === undefined || turns === null || isNumber(turns)) &&
    (standing === undefined || isStanding(standing)) &&
    (endTitle === undefined || endTitle === null || isText(endTitle))
  );
}

function isHead(head: unknown): head is KnownHead {
  if (!isObject(head)) return false;
  const { started, headerLine, cwd, model, title, firstPrompt, firstAt, lastAt } = head;
  const isHeader = started === undefined || (isObject(started) && isText(started.thread_id));
  const areTexts = [cwd, model, title, firstPrompt].every((text) => text === undefined || isText(text));
  return isHeader && areTexts && [headerLine, firstAt, lastAt].every((one) => one === undefined || isNumber(one));
}

function isStanding(known: unknown): boolean {
  if (known === 'open' || known === 'untold') return true;
  if (!isObject(known) || typeof known.isChild !== 'boolean' || !isObject(known.standing)) return false;
  const { hasTurn, end, hasLastWord, hasError, open, isAsking, timestamp } = known.standing;
  return (
    [hasTurn, hasLastWord, hasError, isAsking].every((one) => typeof one === 'boolean') &&
    isNumber(open) &&
    (end === undefined || isText(end)) &&
    (timestamp === undefined || isText(timestamp))
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
