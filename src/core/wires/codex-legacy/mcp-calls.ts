import type { JsonObject } from '../../lines/json.ts';
import type { McpToolCallItem } from '../../thread/item.ts';
import { mcpCall } from '../../thread/mcp-call.ts';
import type { Extra } from '../../thread/usage.ts';
import { durationSeconds } from '../codex/duration.ts';
import { mcpResultTable } from '../codex/mcp-result.ts';
import { anything, optional, optionalId, optionalNested, optionalText } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { withDefined } from '../with-defined.ts';
import { type CallKind, joinExtra } from './call-reader.ts';

/** The server, the tool and the arguments. Source: `McpInvocation`. */
const invocation = (wire: JsonObject) => ({
  server: optionalText(wire.server),
  tool: optionalText(wire.tool),
  arguments: anything(wire.arguments),
});
const invocationTable = fieldTable(invocation);

/** A Rust `Result`: `{"Ok": …}` or `{"Err": …}`. */
const answerTable = fieldTable((wire) => ({
  Ok: optionalNested(wire.Ok, mcpResultTable),
  Err: optionalText(wire.Err),
}));

/**
 * `mcp_tool_call_begin` and `mcp_tool_call_end`. Source: `McpToolCallBeginEvent` and `McpToolCallEndEvent`. From 0.11
 * the names are in `invocation`, before that beside the id.
 */
const callTable = fieldTable((wire) => ({
  ...invocation(wire),
  call_id: optionalId(wire.call_id),
  invocation: optionalNested(wire.invocation, invocationTable),
  result: optionalNested(wire.result, answerTable),
  duration: optional(wire.duration, durationSeconds),
}));

export const mcpCalls: CallKind<McpToolCallItem> = {
  read(msg, problems, take) {
    const fields = callTable.read(msg, problems);
    const { id, begun } = take(fields.call_id);
    const { invocation: inner, result: answer } = fields;
    const left: Extra = {};
    if (inner?.extra) left.invocation = inner.extra;
    if (answer?.extra) left.result = answer.extra;
    const item: McpToolCallItem = {
      id,
      type: 'mcp_tool_call',
      server: inner?.server ?? fields.server ?? begun?.server ?? '',
      tool: inner?.tool ?? fields.tool ?? begun?.tool ?? '',
      status: '',
      ...joinExtra(begun?.extra, fields.extra, left),
    };
    const own = inner?.arguments === undefined ? fields.arguments : inner.arguments;
    return withDefined(item, {
      arguments: own === undefined ? begun?.arguments : own,
      duration_seconds: fields.duration,
      result: answer?.Ok,
      error: answer?.Err === undefined ? undefined : { message: answer.Err },
    });
  },
  end(item) {
    const { result, error } = mcpCall(item);
    item.status = result && !error && result.is_error !== true ? 'completed' : 'failed';
  },
};
