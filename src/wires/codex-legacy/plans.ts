import type { Problem } from '../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { TodoListItem } from '../../thread/item.ts';
import { type FieldReader, fieldTable, listOf, readFields, text } from '../fields.ts';
import { keepExtra, takeNulls } from './nested-fields.ts';

/** Source: `PlanItemArg` in codex-rs/protocol/src/plan_tool.rs. */
const stepTable = fieldTable({
  text: { read: text, aliases: ['step'], otherwise: () => '' },
  /** `pending`, `in_progress` or `completed`. */
  status: { read: text },
});

const steps: FieldReader = (value, problems) => {
  const read = listOf(stepTable)(value, problems) as JsonObject[] | undefined;
  for (const step of read ?? []) step.completed = step.status === 'completed';
  return read;
};

/** `plan_update`. Source: `UpdatePlanArgs`; from 0.11. */
const planTable = fieldTable({
  items: { read: steps, aliases: ['plan'], otherwise: () => [] },
  explanation: { read: text },
});

/** Reads the agent's plan: one list a turn, as `codex exec --json` of later versions has it. */
export function createPlanReader() {
  let current: TodoListItem | undefined;

  function update(msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const fields = { ...msg };
    const nulls = takeNulls(fields, ['explanation']);
    const type = current ? 'item.updated' : 'item.started';
    const id = current?.id ?? `L${line}.0`;
    const item = readFields(planTable, fields, problems, { id, type: 'todo_list' });
    keepExtra(item, nulls);
    current = item as JsonObject & TodoListItem;
    return { type, item: current };
  }

  /** The plan is done with its turn, whether or not its steps are. */
  function turnEnd(): ThreadEvent[] {
    const item = current;
    current = undefined;
    return item ? [{ type: 'item.completed', item: { ...item } }] : [];
  }

  return { update, turnEnd };
}
