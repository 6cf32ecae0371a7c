import { isObject, type JsonObject, parseObject, setOwn } from '../../../lines/json.ts';
import type { CollabToolCallItem } from '../../../thread/item.ts';

/** The tools for work with other agents, under their names on the live stream. */
const TOOLS = new Map([
  ['spawn_agent', 'spawn_agent'],
  ['send_input', 'send_input'],
  ['send_message', 'send_message'],
  ['followup_task', 'followup_task'],
  ['wait_agent', 'wait'],
  ['resume_agent', 'resume_agent'],
  ['close_agent', 'close_agent'],
  ['interrupt_agent', 'interrupt_agent'],
  ['list_agents', 'list_agents'],
]);

/** The live name of a tool for agents; undefined for any other. `wait` is one, unless it waits for a script's cell. */
export function collabTool(name: string, args: JsonObject | undefined): string | undefined {
  if (name === 'wait') return args && !('cell_id' in args) ? 'wait' : undefined;
  return TOOLS.get(name);
}

/** A call by the model, with all its arguments. */
export function collabItem(id: string, tool: string, args: JsonObject, sender: string | undefined): CollabToolCallItem {
  const item: CollabToolCallItem = {
    id,
    type: 'collab_tool_call',
    tool,
    receiver_thread_ids: receivers(args),
    prompt: typeof args.message === 'string' ? args.message : null,
    agents_states: {},
    status: 'in_progress',
  };
  // The call does not name its own thread.
  if (sender !== undefined) item.sender_thread_id = sender;
  if (Object.keys(args).length > 0) item.extra = { arguments: args };
  return item;
}

/** Names changed: `id` and `ids` up to 0.116, `target` and `targets` since. Only version 1 of the tools has ids. */
function receivers(args: JsonObject): string[] {
  for (const value of [args.targets, args.ids, args.target, args.id]) {
    if (typeof value === 'string') return [value];
    if (Array.isArray(value)) return value.filter((entry) => typeof entry === 'string');
  }
  return [];
}

/** A fork's copy of the history has this instead of the answer to the call that made it: it is the new agent. */
const TO_THE_FORK = /^you are /i;

/** Adds the output: the id of a new agent, the states of awaited agents, and the text itself. */
export function answeredCollab(item: CollabToolCallItem, output: string): CollabToolCallItem {
  const value = parseObject(output);
  const isAnswer = value || output === '' || (item.tool === 'spawn_agent' && TO_THE_FORK.test(output));
  const answered: CollabToolCallItem = { ...item, status: isAnswer ? 'completed' : 'failed' };
  if (output === '') return answered;
  answered.output = output;
  if (!value) return answered;
  if (typeof value.agent_id === 'string') answered.receiver_thread_ids = [value.agent_id];
  if (typeof value.nickname === 'string') answered.new_agent_nickname = value.nickname;
  const states = statesOf(value, answered);
  if (states) answered.agents_states = states;
  return answered;
}

/** A wait reports the states of several agents by their ids. The end of one reports its own. */
function statesOf({ status, previous_status: previous }: JsonObject, item: CollabToolCallItem): JsonObject | undefined {
  const [only] = item.receiver_thread_ids;
  const own = previous ?? (item.tool === 'close_agent' ? status : undefined);
  if (own !== undefined && own !== null && only !== undefined) return statesOfOne(only, own);
  return isObject(status) ? agentStates(status) : undefined;
}

/** Files write a state as a name or as `{name: message}`, the live stream as `{status, message}`. */
export function agentStates(states: JsonObject): JsonObject {
  const read: JsonObject = {};
  for (const id of Object.keys(states)) setOwn(read, id, agentState(states[id]));
  return read;
}

function agentState(state: unknown): unknown {
  if (typeof state === 'string') return { status: state, message: null };
  if (!isObject(state) || 'status' in state) return state;
  const [status, ...others] = Object.keys(state);
  if (status === undefined || others.length > 0) return state;
  return { status, message: state[status] ?? null };
}

export function statesOfOne(id: string, state: unknown): JsonObject {
  const states: JsonObject = {};
  setOwn(states, id, agentState(state));
  return states;
}
