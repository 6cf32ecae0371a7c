import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import {
  anything,
  optionalCount,
  optionalFlag,
  optionalId,
  optionalList,
  optionalNumber,
  optionalRecord,
  optionalText,
} from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

/**
 * The messages of `codex app-server`: JSON-RPC without its `jsonrpc` member. Source: `codex app-server generate-ts` of 0.44 to
 * 0.166, and recordings. Requests have a method and an id, notifications only a method, answers only an id.
 */
export const messageTable = fieldTable((wire) => ({
  method: optionalText(wire.method),
  /** A number from 0, or a text. Each side counts its own requests. */
  id: anything(wire.id),
  params: optionalRecord(wire.params),
  result: anything(wire.result),
  error: anything(wire.error),
  /** Milliseconds since 1970. From 0.145. */
  emittedAtMs: optionalNumber(wire.emittedAtMs),
  /** Clients may send it. */
  jsonrpc: optionalText(wire.jsonrpc),
}));

export type Message = FieldsOf<typeof messageTable>;

/** The fields of the notifications that tell of a thread. Absent up to 0.61: `threadId` and `turnId`. */
export const noteTable = fieldTable((wire) => ({
  threadId: optionalId(wire.threadId),
  turnId: optionalId(wire.turnId),
  itemId: optionalId(wire.itemId),
  thread: optionalRecord(wire.thread),
  turn: optionalRecord(wire.turn),
  item: optionalRecord(wire.item),
  delta: optionalText(wire.delta),
  summaryIndex: optionalCount(wire.summaryIndex),
  contentIndex: optionalCount(wire.contentIndex),
  tokenUsage: optionalRecord(wire.tokenUsage),
  plan: optionalList(wire.plan),
  explanation: optionalText(wire.explanation),
  error: optionalRecord(wire.error),
  willRetry: optionalFlag(wire.willRetry),
}));

export type Note = FieldsOf<typeof noteTable>;

/** A thread. `createdAt` is in seconds. */
export const threadTable = fieldTable((wire) => ({
  id: optionalId(wire.id),
  cwd: optionalText(wire.cwd),
  cliVersion: optionalText(wire.cliVersion),
  modelProvider: optionalText(wire.modelProvider),
  createdAt: optionalNumber(wire.createdAt),
  source: anything(wire.source),
  forkedFromId: optionalId(wire.forkedFromId),
  parentThreadId: optionalId(wire.parentThreadId),
  agentNickname: optionalText(wire.agentNickname),
  agentRole: optionalText(wire.agentRole),
  gitInfo: optionalRecord(wire.gitInfo),
}));

/** A turn. It is no place to take items from: most versions leave them out. */
export const turnTable = fieldTable((wire) => ({
  id: optionalId(wire.id),
  /** `inProgress`, `completed`, `interrupted`, `failed`. */
  status: optionalText(wire.status),
  error: optionalRecord(wire.error),
}));

/** Why a turn failed. `codexErrorInfo` is a text, or an object with one key. */
export const errorTable = fieldTable((wire) => ({
  message: optionalText(wire.message),
  codexErrorInfo: anything(wire.codexErrorInfo),
}));

/** A copy under the names of the model: `aggregatedOutput` is `aggregated_output`. Null stands for no value there. */
export function snakeCased(source: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const name in source) if (source[name] !== null) setOwn(copy, snakeCase(name), source[name]);
  return copy;
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Milliseconds since 1970 as a time. Undefined for a number that is none. */
export function timeOf(milliseconds: number | undefined): string | undefined {
  if (milliseconds === undefined) return undefined;
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** `"usageLimitExceeded"`, or the only key of an object. */
export function errorCode(info: unknown): string | undefined {
  if (typeof info === 'string') return info;
  return isObject(info) ? Object.keys(info)[0] : undefined;
}
