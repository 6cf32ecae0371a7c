import type { Problem } from '../../../../errors.ts';
import { isObject, type JsonObject } from '../../../lines/json.ts';
import type { CollabToolCallItem, McpToolCallItem, ThreadItem, ToolCallItem } from '../../../thread/item.ts';
import { foreignNamespace, fullToolName } from '../../../tools/tool-names.ts';
import { durationSeconds } from '../../codex/duration.ts';
import {
  anything,
  optional,
  optionalId,
  optionalNested,
  optionalRecord,
  optionalText,
  text,
} from '../../field-checks.ts';
import { fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';
import { agentStates, statesOfOne } from './collab.ts';
import { joinParts, readContent } from './content-parts.ts';
import { type FinishedCall, type FinishedPlace, finishedCommand, finishedPatch } from './finished-calls.ts';
import { outcomeOfEnd } from './mcp-outcomes.ts';

/** The facts of a file that the end of a call needs, with the call's item so far. */
export interface EndedPlace extends FinishedPlace {
  find(id: string): ThreadItem | undefined;
}

/**
 * The item of an event that reports the end of a call: `patch_apply_end` and `mcp_tool_call_end` since 0.129, the
 * others in files of app-server clients (formats/codex.md, section 3.6). Undefined for any other event.
 */
export function endedCall(
  type: string,
  payload: JsonObject,
  place: EndedPlace,
  problems: Problem[],
): FinishedCall | undefined {
  switch (type) {
    case 'exec_command_end':
      return finishedCommand(payload, place, problems);
    case 'patch_apply_end':
      return finishedPatch(payload, place, problems);
    case 'mcp_tool_call_end':
      return mcpEnd(payload, place, problems);
    case 'dynamic_tool_call_response':
      return dynamicEnd(payload, place, problems);
    case 'collab_agent_spawn_end':
      return collabEnd('spawn_agent', payload, place, problems);
    case 'collab_agent_interaction_end':
      return collabEnd('send_input', payload, place, problems);
    case 'collab_waiting_end':
      return collabEnd('wait', payload, place, problems);
    case 'collab_close_end':
      return collabEnd('close_agent', payload, place, problems);
    case 'collab_resume_end':
      return collabEnd('resume_agent', payload, place, problems);
    default:
      return undefined;
  }
}

const invocationTable = fieldTable((wire) => ({
  server: text(wire.server),
  tool: text(wire.tool),
  arguments: anything(wire.arguments),
}));

const mcpEndTable = fieldTable((wire) => ({
  type: anything(wire.type),
  call_id: optionalId(wire.call_id),
  turn_id: optionalText(wire.turn_id),
  invocation: optionalNested(wire.invocation, invocationTable),
  duration: optional(wire.duration, durationSeconds),
  result: optionalRecord(wire.result),
}));

function mcpEnd(payload: JsonObject, place: EndedPlace, problems: Problem[]): FinishedCall {
  const { call_id, turn_id, invocation, duration, result, extra } = mcpEndTable.read(payload, problems);
  const { outcome, extra: leftOfResult } = outcomeOfEnd(result ?? {}, problems);
  const item: McpToolCallItem = {
    id: call_id ?? place.nextId(),
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
  return { item, turnId: turn_id };
}

/** `content_items` and `success` are used and kept. */
const dynamicTable = fieldTable((wire) => ({
  type: anything(wire.type),
  call_id: optionalId(wire.call_id),
  turn_id: optionalText(wire.turn_id),
  namespace: optionalText(wire.namespace),
  tool: text(wire.tool),
  arguments: anything(wire.arguments),
}));

function dynamicEnd(payload: JsonObject, place: EndedPlace, problems: Problem[]): FinishedCall {
  const { call_id, turn_id, namespace, tool, arguments: input, extra } = dynamicTable.read(payload, problems);
  const item: ToolCallItem = {
    id: call_id ?? place.nextId(),
    type: 'tool_call',
    name: fullToolName(tool, foreignNamespace(namespace)),
    input,
    status: payload.success === false ? 'failed' : 'completed',
  };
  const output = joinParts(readContent(payload.content_items, [])?.texts ?? []);
  if (output !== '') item.output = output;
  const kept = foreignNamespace(namespace) === namespace ? extra : { ...extra, namespace };
  if (kept) item.extra = kept;
  return { item, turnId: turn_id };
}

/** The receivers' ids and states are combined into the model's, and also kept as they were. */
const collabTable = fieldTable((wire) => ({
  type: anything(wire.type),
  call_id: optionalId(wire.call_id),
  turn_id: optionalText(wire.turn_id),
  sender_thread_id: optionalText(wire.sender_thread_id),
  prompt: optionalText(wire.prompt),
  new_agent_nickname: optionalText(wire.new_agent_nickname),
  new_agent_role: optionalText(wire.new_agent_role),
}));

function collabEnd(tool: string, payload: JsonObject, place: EndedPlace, problems: Problem[]): FinishedCall {
  const read = collabTable.read(payload, problems);
  const id = read.call_id ?? place.nextId();
  const begun = place.find(id);
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
  return { item, turnId: read.turn_id };
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
