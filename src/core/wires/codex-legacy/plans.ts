import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { TodoEntry, TodoListItem } from '../../thread/item.ts';
import { listOf, optionalText, otherwise, text, told } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { withDefined } from '../with-defined.ts';

/** Source: `PlanItemArg` in codex-rs/protocol/src/plan_tool.rs. The status is `pending`, `in_progress` or `completed`. */
const stepTable = fieldTable<TodoEntry>((wire) => ({
  text: text(wire.step),
  completed: otherwise(typeof wire.status === 'string' ? told(wire.status === 'completed') : undefined, false),
  status: optionalText(wire.status),
}));

/** `plan_update`. Source: `UpdatePlanArgs`, from 0.11. */
const planTable = fieldTable((wire) => ({
  plan: listOf(wire.plan, stepTable),
  explanation: optionalText(wire.explanation),
}));

/** Reads the agent's plan: one list per turn, as in `codex exec --json` of later versions. */
export function createPlanReader() {
  let current: TodoListItem | undefined;

  function update(msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { plan, explanation, extra } = planTable.read(msg, problems);
    const type = current ? 'item.updated' : 'item.started';
    const item: TodoListItem = { id: current?.id ?? `L${line}.0`, type: 'todo_list', items: plan };
    current = withDefined(item, { explanation, extra });
    return { type, item };
  }

  /** The plan ends with its turn, whether or not its steps are done. */
  function turnEnd(): ThreadEvent[] {
    const item = current;
    current = undefined;
    return item ? [{ type: 'item.completed', item: { ...item } }] : [];
  }

  return { update, turnEnd };
}
