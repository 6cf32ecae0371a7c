import type { JsonObject } from '../../core/lines/json.ts';
import { textField } from './token-counts.ts';

/** Separates a thread's own part of a session file from earlier history, which never counts. */
export interface CodexHistory {
  readonly threadId: string;
  /** True if the present record belongs to another thread. */
  readonly isInherited: boolean;
  /** True if a tool made the present record from another agent's thread. */
  readonly isHandedOver: boolean;
  /** True if ordinals tell which records are inherited. */
  readonly needsOrdinals: boolean;
  /** Takes a `session_meta`; true for the file's own. */
  begin(payload: JsonObject): boolean;
  beginTurn(turnId: string | undefined): void;
  /** Starts another file. */
  reset(): void;
  /** Takes the position of the next record. */
  at(ordinal: unknown, time: number): void;
}

/** Turns that a tool wrote: threadline, or OpenAI's importer. */
const HANDED_OVER = /^(?:threadline-|external-import-turn-)/;
const UUID_LENGTH = 36;
/** Copied records have the time of the fork. It identifies them only where turns have no ids (up to 0.99). */
const COPY_MS = 1000;

export function createCodexHistory(): CodexHistory {
  let threadId: string | undefined;
  /** True if the file holds a copy of another thread's records. */
  let hasCopy = false;
  let turnId: string | undefined;
  let copiedAt = 0;
  let now = 0;
  let ordinal: number | undefined;
  let ownFrom: number | undefined;

  /** A fork's own turns began after it, and the ids of turns and threads sort by time. */
  function isCopied(): boolean {
    if (!hasCopy) return false;
    if (turnId === undefined) return now - copiedAt < COPY_MS;
    const comparable = turnId.length === UUID_LENGTH && threadId?.length === UUID_LENGTH;
    return comparable && threadId !== undefined && turnId < threadId;
  }

  function isHandedOver(): boolean {
    return turnId !== undefined && HANDED_OVER.test(turnId);
  }

  return {
    get threadId() {
      return threadId ?? '';
    },
    get isInherited() {
      return isHandedOver() || isCopied() || (ownFrom !== undefined && ordinal !== undefined && ordinal < ownFrom);
    },
    get isHandedOver() {
      return isHandedOver();
    },
    get needsOrdinals() {
      return ownFrom !== undefined;
    },
    begin(payload) {
      const id = textField(payload, 'id') ?? '';
      if (threadId === undefined) {
        threadId = id;
        const start = payload.subagent_history_start_ordinal;
        if (typeof start === 'number') ownFrom = start;
        return true;
      }
      // The agent may write its own header again when it resumes.
      if (id === threadId) return true;
      if (!hasCopy) copiedAt = now;
      hasCopy = true;
      return false;
    },
    reset() {
      threadId = undefined;
      hasCopy = false;
      turnId = undefined;
      now = 0;
      ordinal = undefined;
      ownFrom = undefined;
    },
    beginTurn(id) {
      // Old versions name no turns. Their turn is not the one that was handed over before.
      turnId = id ?? (isHandedOver() ? undefined : turnId);
    },
    at(place, time) {
      ordinal = typeof place === 'number' ? place : undefined;
      if (time > 0) now = time;
    },
  };
}
