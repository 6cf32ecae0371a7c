import type { Problem } from '../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { anything, duration, type FieldReader, fieldTable, flag, list, nested, text } from '../fields.ts';
import { keepExtra, liftFields } from './nested-fields.ts';
import { type CallSource, callId, type OpenCalls } from './open-calls.ts';

/** Source: `CallToolResult` of codex-rs/mcp-types. */
const resultTable = fieldTable({
  content: { read: list, otherwise: () => [] },
  structured_content: { read: anything, aliases: ['structuredContent'] },
  _meta: { read: anything },
  is_error: { read: flag, aliases: ['isError'] },
});

const message: FieldReader = (value) => (typeof value === 'string' ? { message: value } : undefined);

/** `mcp_tool_call_begin` and `mcp_tool_call_end`. Source: `McpToolCallBeginEvent` and `McpToolCallEndEvent`. */
const callTable = fieldTable({
  id: callId,
  server: { read: text },
  tool: { read: text },
  arguments: { read: anything },
  result: { read: nested(resultTable) },
  error: { read: message },
  duration_seconds: { read: duration, aliases: ['duration'] },
});

/** From 0.11 the names stand in `invocation`, before that beside the id. */
const INVOCATION = new Map([
  ['server', 'server'],
  ['tool', 'tool'],
  ['arguments', 'arguments'],
]);

/** A Rust `Result`: `{"Ok": …}` or `{"Err": …}`. */
const RESULT = new Map([
  ['Ok', 'result'],
  ['Err', 'error'],
]);

export function createMcpCallReader(calls: OpenCalls) {
  /** Takes the nested parts apart; `left` is what has no place in the model. */
  function open(msg: JsonObject, line: number, problems: Problem[]) {
    const fields = { ...msg };
    const left = {
      invocation: liftFields(fields, 'invocation', INVOCATION),
      result: liftFields(fields, 'result', RESULT),
    };
    const source: CallSource = { type: 'mcp_tool_call', table: callTable, fields, line, problems };
    return { source, left };
  }

  function begin(msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { source, left } = open(msg, line, problems);
    return calls.begin(source, (item) => {
      finish(item, left);
      item.status = 'in_progress';
    });
  }

  function end(msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { source, left } = open(msg, line, problems);
    return calls.end(source, (item) => {
      finish(item, left);
      const { result, error } = item as { result?: { is_error?: boolean }; error?: unknown };
      item.status = result && !error && result.is_error !== true ? 'completed' : 'failed';
    });
  }

  return { begin, end };
}

function finish(item: JsonObject, left: JsonObject): void {
  item.server ??= '';
  item.tool ??= '';
  keepExtra(item, left);
}
