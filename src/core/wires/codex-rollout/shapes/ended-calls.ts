import { isObject, type JsonObject } from '../../../lines/json.ts';
import type { CollabToolCallItem, McpToolCallItem, ThreadItem, ToolCallItem } from '../../../thread/item.ts';
import { foreignNamespace, fullToolName } from '../../../tools/tool-names.ts';
import { durationSeconds } from '../../codex/duration.ts';
import * as check from '../../field-checks.ts';
import { fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';
import type { CurrentRecord } from '../record.ts';
import { agentStates, statesOfOne } from './collab.ts';
import { joinParts, readContent } from './content-parts.ts';
import { outcomeOfEnd } from './mcp-outcomes.ts';

const invocationTable = fieldTable((wire) => ({
  server: check.text(wire.server),
  tool: check.text(wire.tool),
  arguments: check.anything(wire.arguments),
}));

/** What all ends have. */
function placeFields(wire: JsonObject) {
  return {
    type: check.anything(wire.type),
    call_id: check.optionalId(wire.call_id),
    turn_id: check.optionalText(wire.turn_id),
  };
}

const mcpEndTable = fieldTable((wire) => ({
  ...placeFields(wire),
  invocation: check.optionalNested(wire.invocation, invocationTable),
  duration: check.optional(wire.duration, durationSeconds),
  result: check.optionalRecord(wire.result),
}));

/** `mcp_tool_call_end`. */
export function mcpEnd(payload: JsonObject, record: CurrentRecord): ThreadItem {
  const { call_id, invocation, duration, result, extra } = mcpEndTable.read(payload, record.problems);
  const { outcome, extra: leftOfResult } = outcomeOfEnd(result ?? {}, record.problems);
  const item: McpToolCallItem = {
    id: call_id ?? record.nextId(),
    type: 'mcp_tool_call',
    server: invocation?.server ?? '',
    tool: invocation?.tool ?? '',
    arguments: invocation?.arguments ?? null,
    ...outcome,
  };
  if (duration !== undefined) item.duration_seconds = duration;
  if (extra || invocation?.extra || leftOfResult) {
    item.extra = {
      ...extra,
      ...(invocation?.extra && { invocation: invocation.extra }),
      ...(leftOfResult && { result: leftOfResult }),
    };
  }
  return item;
}

/** `content_items` and `success` are used and kept. */
const dynamicTable = fieldTable((wire) => ({
  ...placeFields(wire),
  namespace: check.optionalText(wire.namespace),
  tool: check.text(wire.tool),
  arguments: check.anything(wire.arguments),
}));

/** `dynamic_tool_call_response`. */
export function dynamicEnd(payload: JsonObject, record: CurrentRecord): ThreadItem {
  const { call_id, namespace, tool, arguments: input, extra } = dynamicTable.read(payload, record.problems);
  const item: ToolCallItem = {
    id: call_id ?? record.nextId(),
    type: 'tool_call',
    name: fullToolName(tool, foreignNamespace(namespace)),
    input,
    status: payload.success === false ? 'failed' : 'completed',
  };
  const output = joinParts(readContent(payload.content_items, [])?.texts ?? []);
  if (output !== '') item.output = output;
  const kept = foreignNamespace(namespace) === namespace ? extra : { ...extra, namespace };
  if (kept) item.extra = kept;
  return item;
}

/** The receivers' ids and states are combined into the model's, and also kept as they were. */
const collabTable = fieldTable((wire) => ({
  ...placeFields(wire),
  sender_thread_id: check.optionalText(wire.sender_thread_id),
  prompt: check.optionalText(wire.prompt),
  new_agent_nickname: check.optionalText(wire.new_agent_nickname),
  new_agent_role: check.optionalText(wire.new_agent_role),
}));

/** The end of a call for other agents. `begun` is its item so far. */
export function collabEnd(
  tool: string,
  payload: JsonObject,
  record: CurrentRecord,
  find: (id: string) => ThreadItem | undefined,
): ThreadItem {
  const read = collabTable.read(payload, record.problems);
  const id = read.call_id ?? record.nextId();
  const begun = find(id);
  const item: CollabToolCallItem = {
    id,
    type: 'collab_tool_call',
    tool: begun?.type === 'collab_tool_call' ? begun.tool : tool,
    receiver_thread_ids: [],
    prompt: read.prompt ?? null,
    agents_states: {},
    status: 'completed',
  };
  const { sender_thread_id, new_agent_nickname, new_agent_role, extra } = read;
  withDefined(item, { sender_thread_id, new_agent_nickname, new_agent_role, extra });
  setReceivers(item, payload);
  return item;
}

function setReceivers(item: CollabToolCallItem, { statuses, status, ...payload }: JsonObject): void {
  const receiver = payload.new_thread_id ?? payload.receiver_thread_id;
  if (isObject(statuses)) {
    item.receiver_thread_ids = Object.keys(statuses);
    item.agents_states = agentStates(statuses);
  } else if (typeof receiver === 'string') {
    item.receiver_thread_ids = [receiver];
    if (status !== undefined) item.agents_states = statesOfOne(receiver, status);
  } else {
    item.status = 'failed';
  }
}
