import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';
import { BOOKS, LIVE_KINDS } from './kinds.ts';

/** Kinds that have a message, a call or an answer beside them. The others are pi's by their names. */
function isLiveLine(record: JsonObject): boolean {
  const { type, message, assistantMessageEvent, toolCallId, command, success } = record;
  if (!LIVE_KINDS.has(type)) return false;
  if (type === 'message_update') return isObject(assistantMessageEvent);
  if (type === 'message_start' || type === 'message_end') return isObject(message) && typeof message.role === 'string';
  if (typeof type === 'string' && type.startsWith('tool_execution_')) return typeof toolCallId === 'string';
  if (type === 'response') return typeof command === 'string' && typeof success === 'boolean';
  return type !== 'queue_update';
}

function isHeader({ type, id, timestamp, cwd }: JsonObject): boolean {
  return type === 'session' && [id, timestamp, cwd].every((value) => typeof value === 'string');
}

/** An entry has a time. Its message stands beside it; bookkeeping has its place in the tree. */
function isEntry({ type, id, parentId, timestamp, message }: JsonObject): boolean {
  if (typeof timestamp !== 'string') return false;
  if (type === 'message') return isObject(message) && typeof message.role === 'string';
  const isKnown = BOOKS.has(type) || type === 'compaction' || type === 'custom_message' || type === 'branch_summary';
  return isKnown && typeof id === 'string' && parentId !== undefined;
}

/** `pi --mode json`, `--mode rpc`, and session files: one wire, because the first line of all is the same. */
export const piSessionForm = {
  name: 'pi-session',
  agent: 'pi',
  kind: 'store',
  marksTurnEnds: true,
  hasThreadIds: false,
  ids: 'wire',
  recognises: (record) => isHeader(record) || isLiveLine(record) || isEntry(record),
} satisfies WireForm;
