import {
  anything,
  optionalId,
  optionalList,
  optionalRecord,
  optionalText,
  optionalTextOrList,
  text,
} from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** `kimi -p … --output-format stream-json`, from recordings of 0.10 to 2.1. Lines of the model have no `type`. */

/** One step of the model, at its end. */
export const assistantTable = fieldTable((wire) => ({
  role: text(wire.role),
  content: optionalTextOrList(wire.content),
  tool_calls: optionalList(wire.tool_calls),
}));

export const callTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  id: optionalId(wire.id),
  function: optionalRecord(wire.function),
}));

export const functionTable = fieldTable((wire) => ({
  name: text(wire.name),
  /** JSON as a text. */
  arguments: anything(wire.arguments),
}));

export const toolTable = fieldTable((wire) => ({
  role: text(wire.role),
  tool_call_id: optionalId(wire.tool_call_id),
  /** A text. Several parts are a list, written as a text. */
  content: optionalTextOrList(wire.content),
}));

/** `system.version`, `turn.step.retrying`, `session.resume_hint`. */
export const metaTable = fieldTable((wire) => ({
  role: text(wire.role),
  type: text(wire.type),
  version: optionalText(wire.version),
  session_id: optionalId(wire.session_id),
  error_name: optionalText(wire.error_name),
  error_message: optionalText(wire.error_message),
}));
