// By description of several readers, and of real fragments that others published.
import { optionalCount, optionalList, optionalText, text } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

export const stepTable = fieldTable((wire) => ({
  /** Has gaps. A step may be written again with a newer status. */
  step_index: optionalCount(wire.step_index),
  /** `USER_EXPLICIT`, `MODEL`, `SYSTEM`. */
  source: optionalText(wire.source),
  type: text(wire.type),
  /** `DONE`, `RUNNING`, `ERROR`, … */
  status: optionalText(wire.status),
  /** RFC 3339, whole seconds. */
  created_at: optionalText(wire.created_at),
  content: optionalText(wire.content),
  thinking: optionalText(wire.thinking),
  tool_calls: optionalList(wire.tool_calls),
  error: optionalText(wire.error),
}));
