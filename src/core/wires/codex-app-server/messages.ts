import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import * as check from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';
import { rpcFields } from '../rpc-fields.ts';

/**
 * The messages of `codex app-server`: JSON-RPC without its `jsonrpc` member, which clients may send. Source: `codex app-server generate-ts` of 0.44 to
 * 0.166, and recordings. Requests have a method and an id, notifications only a method, answers only an id.
 */
export const messageTable = fieldTable((wire) => ({
  ...rpcFields(wire),
  /** Milliseconds since 1970. From 0.145. */
  emittedAtMs: check.optionalNumber(wire.emittedAtMs),
}));

/** The fields of the notifications that tell of a thread. Absent up to 0.61: `threadId` and `turnId`. */
export const noteTable = fieldTable((wire) => ({
  threadId: check.optionalId(wire.threadId),
  turnId: check.optionalId(wire.turnId),
  itemId: check.optionalId(wire.itemId),
  thread: check.optionalRecord(wire.thread),
  turn: check.optionalRecord(wire.turn),
  item: check.optionalRecord(wire.item),
  delta: check.optionalText(wire.delta),
  summaryIndex: check.optionalCount(wire.summaryIndex),
  contentIndex: check.optionalCount(wire.contentIndex),
  tokenUsage: check.optionalRecord(wire.tokenUsage),
  plan: check.optionalList(wire.plan),
  explanation: check.optionalText(wire.explanation),
  error: check.optionalRecord(wire.error),
  willRetry: check.optionalFlag(wire.willRetry),
}));

/** A thread. `createdAt` is in seconds. */
export const threadTable = fieldTable((wire) => ({
  id: check.optionalId(wire.id),
  cwd: check.optionalText(wire.cwd),
  cliVersion: check.optionalText(wire.cliVersion),
  modelProvider: check.optionalText(wire.modelProvider),
  createdAt: check.optionalNumber(wire.createdAt),
  source: check.anything(wire.source),
  forkedFromId: check.optionalId(wire.forkedFromId),
  parentThreadId: check.optionalId(wire.parentThreadId),
  agentNickname: check.optionalText(wire.agentNickname),
  agentRole: check.optionalText(wire.agentRole),
  gitInfo: check.optionalRecord(wire.gitInfo),
}));

/** A turn. It is no place to take items from: most versions leave them out. */
export const turnTable = fieldTable((wire) => ({
  id: check.optionalId(wire.id),
  /** `inProgress`, `completed`, `interrupted`, `failed`. */
  status: check.optionalText(wire.status),
  error: check.optionalRecord(wire.error),
}));

/** Why a turn failed. `codexErrorInfo` is a text, or an object with one key. */
export const errorTable = fieldTable((wire) => ({
  message: check.optionalText(wire.message),
  codexErrorInfo: check.anything(wire.codexErrorInfo),
}));

/** What the tables read. */
export type Message = FieldsOf<typeof messageTable>;
export type Note = FieldsOf<typeof noteTable>;

/** A copy under the names of the model: `aggregatedOutput` is `aggregated_output`. Null stands for no value there. */
export function snakeCased(source: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const name in source) if (source[name] !== null) setOwn(copy, snakeCase(name), source[name]);
  return copy;
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `"usageLimitExceeded"`, or the only key of an object. */
export function errorCode(info: unknown): string | undefined {
  if (typeof info === 'string') return info;
  return isObject(info) ? Object.keys(info)[0] : undefined;
}
