import type { Problem } from '../../../../errors.ts';
import { isObject, type JsonObject, parseJson } from '../../../lines/json.ts';
import type { Extra } from '../../../thread/usage.ts';
import { foreignNamespace } from '../../../tools/tool-names.ts';
import { anything, optionalId, optionalText } from '../../field-checks.ts';
import { type FieldsOf, fieldTable } from '../../field-table.ts';
import { keepFields } from './kept-fields.ts';

/** A call as the model made it (formats/codex.md, section 5). */
export interface Call {
  /** Undefined if the wire has none. */
  id: string | undefined;
  name: string;
  /** Absent for Codex's own tools under a namespace. */
  namespace: string | undefined;
  /** Parsed arguments, if they are an object. */
  args: JsonObject | undefined;
  /** Parsed arguments, or their text if it is not JSON. */
  asked: unknown;
  /** The arguments as on the wire: JSON text, free text, or a value. */
  input: unknown;
  /** Other fields of the call. */
  extra: Extra | undefined;
}

/** A call by name. `input` is the field that holds the arguments, as a text. */
const namedTable = (input: string) =>
  fieldTable((wire) => ({
    type: anything(wire.type),
    call_id: optionalId(wire.call_id),
    id: optionalId(wire.id),
    name: optionalText(wire.name),
    namespace: optionalText(wire.namespace),
    input: optionalText(wire[input]),
    /** Kept as it is. */
    internal_chat_message_metadata_passthrough: anything(wire.internal_chat_message_metadata_passthrough),
  }));
const functionTable = namedTable('arguments');
const customTable = namedTable('input');

/** Calls that are tools of their own: `local_shell_call`, `tool_search_call`. */
const ownTable = fieldTable((wire) => ({
  type: anything(wire.type),
  call_id: optionalId(wire.call_id),
  id: optionalId(wire.id),
  input: anything(wire.action) ?? anything(wire.arguments),
}));

/** Reads `function_call`, `custom_tool_call`, `local_shell_call` and `tool_search_call`. */
export function readCall(payload: JsonObject, problems: Problem[]): Call {
  switch (payload.type) {
    case 'local_shell_call':
      return ownCall('local_shell', payload, problems);
    case 'tool_search_call':
      return ownCall('tool_search', payload, problems);
    case 'custom_tool_call':
      return namedCall(customTable.read(payload, problems), false);
    default:
      return namedCall(functionTable.read(payload, problems), true);
  }
}

function ownCall(name: string, payload: JsonObject, problems: Problem[]): Call {
  const { call_id, id, input, extra } = ownTable.read(payload, problems);
  const args = isObject(input) ? input : undefined;
  return {
    id: call_id ?? id,
    name,
    namespace: undefined,
    args,
    asked: input,
    input,
    extra: keepFields(extra, { id: secondId(call_id, id) }),
  };
}

function namedCall(read: FieldsOf<typeof functionTable>, isJson: boolean): Call {
  const { call_id, id, name = '', namespace, input = '' } = read;
  const { internal_chat_message_metadata_passthrough } = read;
  const extra = keepFields(read.extra, {
    internal_chat_message_metadata_passthrough,
    id: secondId(call_id, id),
    namespace,
  });
  const asked = (isJson ? parseJson(input) : undefined) ?? input;
  const args = isObject(asked) ? asked : undefined;
  return { id: call_id ?? id, name, namespace: foreignNamespace(namespace), args, asked, input, extra };
}

/** If a call has two ids, that of the response item is kept beside it. */
export function secondId(callId: string | undefined, id: string | undefined): string | undefined {
  return callId === undefined ? undefined : id;
}

/** The output of a call. */
export interface CallOutput {
  /** Undefined if the wire has none. */
  callId: string | undefined;
  name: string;
  output: unknown;
  /** Other fields of the record. */
  extra: Extra | undefined;
}

const outputTable = fieldTable((wire) => ({
  type: anything(wire.type),
  call_id: optionalId(wire.call_id),
  name: optionalText(wire.name),
  output: anything(wire.output),
  /** Kept as it is. */
  internal_chat_message_metadata_passthrough: anything(wire.internal_chat_message_metadata_passthrough),
}));

/** Reads `function_call_output`, `custom_tool_call_output` and `tool_search_output`. */
export function readCallOutput(payload: JsonObject, problems: Problem[]): CallOutput {
  const read = outputTable.read(payload, problems);
  const { internal_chat_message_metadata_passthrough } = read;
  const extra = keepFields(read.extra, { internal_chat_message_metadata_passthrough });
  return { callId: read.call_id, name: read.name ?? '', output: read.output, extra };
}
