import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

/** A message of Cline 2: its time is a number, and its kind stands under the name of its type. */
function isMessage(record: JsonObject): boolean {
  const { ts, type } = record;
  return typeof ts === 'number' && (type === 'say' || type === 'ask') && typeof record[type] === 'string';
}

const common = {
  agent: 'cline',
  marksTurnEnds: true,
  hasThreadIds: false,
  ids: 'wire',
} as const;

/** `cline --json` of Cline 2. */
export const clineTaskStreamForm = {
  ...common,
  name: 'cline-task-stream',
  kind: 'stream',
  recognises: (record) => isMessage(record) || (record.type === 'task_started' && typeof record.taskId === 'string'),
} satisfies WireForm;

/** `ui_messages.json` below `~/.cline/data/tasks`, of Cline 2. */
export const clineTaskForm = {
  ...common,
  name: 'cline-task',
  kind: 'store',
  recognises: () => false,
  document: {
    recognises: (value) => Array.isArray(value) && isObject(value[0]) && isMessage(value[0]),
    *records(value) {
      for (const entry of Array.isArray(value) ? value : []) yield isObject(entry) ? entry : { type: '', entry };
    },
  },
} satisfies WireForm;
