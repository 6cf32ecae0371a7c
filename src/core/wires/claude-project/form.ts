import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';
import { CONTEXT_TYPES, MARKS_WITHOUT_SESSION } from './kinds.ts';

/** True for lines of this wire alone. A file may begin with any kind of bookkeeping. */
function recognises(record: JsonObject): boolean {
  const { type } = record;
  if (typeof type !== 'string') return false;
  const marks = MARKS_WITHOUT_SESSION.get(type);
  if (marks) return marks.every((name) => name in record);
  if (typeof record.sessionId !== 'string') return false;
  if (type === 'user' || type === 'assistant') return isObject(record.message) && typeof record.uuid === 'string';
  if (type === 'system') return typeof record.uuid === 'string';
  return CONTEXT_TYPES.has(type);
}

/** Session files below `~/.claude/projects`, 0.2 to today, including those of sub-agents. */
export const claudeProjectForm = {
  name: 'claude-project',
  agent: 'claude',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  recognises,
} satisfies WireForm;
