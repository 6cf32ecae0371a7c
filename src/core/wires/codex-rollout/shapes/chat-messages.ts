import { isObject, type JsonObject } from '../../../lines/json.ts';

/**
 * Messages of the chat-completions API, as kept by forks of the TypeScript CLI: `{role, content, tool_calls?}` without
 * a type. Returns the equivalent response items. Other fields of the message go with the first.
 */
export function* responseItemsOf(message: JsonObject): Generator<JsonObject> {
  const { role, content, tool_calls: calls, reasoning, ...beside } = message;
  if (role === 'tool') {
    const { tool_call_id: call_id, ...others } = beside;
    yield {
      type: 'function_call_output',
      call_id,
      output: content,
      ...withoutEmpty({ tool_calls: calls, reasoning }),
      ...others,
    };
    return;
  }
  if (typeof reasoning === 'string' && reasoning !== '') {
    yield { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: reasoning }] };
  } else if (reasoning !== undefined && reasoning !== null) {
    Object.assign(beside, { reasoning });
  }
  const isList = Array.isArray(calls) && calls.every(isObject);
  if (calls !== undefined && !isList) Object.assign(beside, { tool_calls: calls });
  const isEmpty = content === undefined || content === null || content === '';
  if (!isEmpty || !isList || Object.keys(beside).length > 0) {
    yield { type: 'message', role, content: isEmpty ? [] : content, ...beside };
  }
  if (isList) for (const call of calls) yield callOf(call);
}

function callOf(call: JsonObject): JsonObject {
  const { id, function: called, type, ...others } = call;
  if (!isObject(called)) return { type: 'function_call', call_id: id, function: called, call_type: type, ...others };
  const { name, arguments: args, ...left } = called;
  const kept = { ...left, ...others };
  return {
    type: 'function_call',
    call_id: id,
    name,
    arguments: args,
    ...withoutEmpty({ call_type: type === 'function' ? undefined : type }),
    ...kept,
  };
}

function withoutEmpty(fields: JsonObject): JsonObject {
  const left: JsonObject = {};
  for (const key of Object.keys(fields)) {
    if (fields[key] !== undefined && fields[key] !== null) left[key] = fields[key];
  }
  return left;
}
