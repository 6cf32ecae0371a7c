import { isObject, type JsonObject } from '../../lines/json.ts';
import type { CollabToolCallItem, ThreadItem } from '../../thread/item.ts';
import { fullToolName } from '../../tools/tool-names.ts';
import { duration } from '../fields.ts';
import type { Calls } from './calls.ts';
import { agentState, agentStates } from './collab.ts';
import { outcomeOfEnd } from './mcp-results.ts';
import type { Session } from './session.ts';
import { callTurnItem } from './turn-items.ts';
import { changeMap, rest } from './values.ts';

/**
 * The item of an event that tells how a call ended: `patch_apply_end` and `mcp_tool_call_end` since 0.129, the others in
 * files of app-server clients (formats/codex.md, section 3.6). Undefined for any other event.
 */
export function endedCall(type: string, payload: JsonObject, calls: Calls, session: Session): ThreadItem | undefined {
  switch (type) {
    case 'exec_command_end':
      return commandEnd(payload, session);
    case 'patch_apply_end':
      return patchEnd(payload, session);
    case 'mcp_tool_call_end':
      return mcpEnd(payload, session);
    case 'dynamic_tool_call_response':
      return dynamicEnd(payload, session);
    case 'collab_agent_spawn_end':
      return collabEnd('spawn_agent', payload, calls, session);
    case 'collab_agent_interaction_end':
      return collabEnd('send_input', payload, calls, session);
    case 'collab_waiting_end':
      return collabEnd('wait', payload, calls, session);
    case 'collab_close_end':
      return collabEnd('close_agent', payload, calls, session);
    case 'collab_resume_end':
      return collabEnd('resume_agent', payload, calls, session);
    default:
      return undefined;
  }
}

function idOf(payload: JsonObject, session: Session): string {
  return typeof payload.call_id === 'string' ? payload.call_id : session.nextId();
}

function withRest(item: ThreadItem, payload: JsonObject, known: ReadonlySet<string>): ThreadItem {
  const extra = rest(payload, known);
  if (extra) item.extra = { ...item.extra, ...extra };
  return item;
}

/** The event has the fields of a finished item, under other names for its kind and its id. */
function commandEnd(payload: JsonObject, session: Session): ThreadItem | undefined {
  const { type: _type, call_id: _id, turn_id: _turn, ...fields } = payload;
  const item = callTurnItem({ ...fields, type: 'CommandExecution', id: idOf(payload, session) }, session);
  if (item?.type === 'command_execution' && fields.status === undefined) {
    item.status = item.exit_code === 0 ? 'completed' : 'failed';
  }
  return item;
}

const PATCH = new Set(['type', 'call_id', 'turn_id', 'changes', 'status', 'stdout', 'stderr', 'success']);

function patchEnd(payload: JsonObject, session: Session): ThreadItem {
  const changes = changeMap(payload.changes, session.problems);
  const status =
    typeof payload.status === 'string' ? payload.status : payload.success === true ? 'completed' : 'failed';
  const item: ThreadItem = { id: idOf(payload, session), type: 'file_change', changes: [], status };
  if (Array.isArray(changes)) item.changes = changes;
  if (typeof payload.stdout === 'string') item.stdout = payload.stdout;
  if (typeof payload.stderr === 'string') item.stderr = payload.stderr;
  return withRest(item, payload, PATCH);
}

const MCP = new Set(['type', 'call_id', 'turn_id', 'invocation', 'duration', 'result']);

function mcpEnd(payload: JsonObject, session: Session): ThreadItem {
  const invocation = isObject(payload.invocation) ? payload.invocation : {};
  const item: ThreadItem = {
    id: idOf(payload, session),
    type: 'mcp_tool_call',
    server: typeof invocation.server === 'string' ? invocation.server : '',
    tool: typeof invocation.tool === 'string' ? invocation.tool : '',
    arguments: invocation.arguments ?? null,
    ...outcomeOfEnd(payload.result),
  };
  const seconds = duration(payload.duration, session.problems);
  if (typeof seconds === 'number') item.duration_seconds = seconds;
  return withRest(item, payload, MCP);
}

const DYNAMIC = new Set(['type', 'call_id', 'turn_id', 'namespace', 'tool', 'arguments']);

function dynamicEnd(payload: JsonObject, session: Session): ThreadItem {
  const namespace = typeof payload.namespace === 'string' ? payload.namespace : undefined;
  const item: ThreadItem = {
    id: idOf(payload, session),
    type: 'tool_call',
    name: fullToolName(typeof payload.tool === 'string' ? payload.tool : '', namespace),
    input: payload.arguments,
    status: payload.success === false ? 'failed' : 'completed',
  };
  const parts = Array.isArray(payload.content_items) ? payload.content_items.filter(isObject) : [];
  const texts = parts.map((part) => part.text).filter((text) => typeof text === 'string');
  if (texts.length > 0) item.output = texts.join('\n');
  return withRest(item, payload, DYNAMIC);
}

const COLLAB = new Set(['type', 'call_id', 'turn_id', 'sender_thread_id', 'prompt']);

function collabEnd(tool: string, payload: JsonObject, calls: Calls, session: Session): ThreadItem {
  const id = idOf(payload, session);
  const begun = calls.find(id);
  const item: CollabToolCallItem = {
    id,
    type: 'collab_tool_call',
    tool: begun?.type === 'collab_tool_call' ? begun.tool : tool,
    receiver_thread_ids: [],
    prompt: typeof payload.prompt === 'string' ? payload.prompt : null,
    agents_states: {},
    status: 'completed',
  };
  const receiver = payload.new_thread_id ?? payload.receiver_thread_id;
  if (typeof payload.sender_thread_id === 'string') item.sender_thread_id = payload.sender_thread_id;
  if (isObject(payload.statuses)) {
    item.receiver_thread_ids = Object.keys(payload.statuses);
    item.agents_states = agentStates(payload.statuses);
  } else if (typeof receiver === 'string') {
    item.receiver_thread_ids = [receiver];
    if (payload.status !== undefined) item.agents_states = { [receiver]: agentState(payload.status) };
  } else {
    item.status = 'failed';
  }
  return withRest(item, payload, COLLAB);
}
