import { isObject, type JsonObject } from '../../lines/json.ts';
import type { CallPart } from '../steps/step.ts';
import type { WriterOptions } from '../writer.ts';
import { contentOf } from './atif-content.ts';

/** A call. The format takes objects as arguments, so anything else stands in one. */
export function atifCall(call: CallPart): JsonObject {
  const { id, name, input, item } = call;
  const written: JsonObject = { tool_call_id: id, function_name: name, arguments: argumentsOf(input) };
  const extra: JsonObject = {};
  if (!call.isVerbatim) extra.inferred = true;
  if (item.type === 'file_change' && item.changes.length > 0) extra.changes = item.changes;
  return withExtra(written, extra);
}

function argumentsOf(input: unknown): JsonObject {
  if (isObject(input)) return input;
  return input === undefined || input === null ? {} : { input };
}

/** The result of a call, with the sub-agents that it started. Undefined if there is neither. */
export function atifResult(
  call: CallPart,
  refs: readonly JsonObject[],
  saveImage: WriterOptions['saveImage'],
): JsonObject | undefined {
  const { result, item } = call;
  if (!result && refs.length === 0) return undefined;
  const written: JsonObject = { source_call_id: call.id };
  const content = result && contentOf(result.text, result.images, saveImage);
  if (content !== undefined) written.content = content;
  if (refs.length > 0) written.subagent_trajectory_ref = [...refs];
  const extra: JsonObject = {};
  if (result?.isError) extra.is_error = true;
  if (result && 'status' in item && item.status !== undefined && item.status !== 'completed')
    extra.status = item.status;
  if (item.type === 'command_execution' && typeof item.exit_code === 'number') extra.exit_code = item.exit_code;
  if ('duration_seconds' in item && item.duration_seconds !== undefined) extra.duration_seconds = item.duration_seconds;
  return withExtra(written, extra);
}

/** An empty `extra` is left out. */
export function withExtra(written: JsonObject, extra: JsonObject): JsonObject {
  if (Object.keys(extra).length > 0) written.extra = extra;
  return written;
}
