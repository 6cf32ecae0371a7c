// The types that the requirement documents show, and what is done with them, as programs of a user of the package.

/** Requirement 001, phase 1: what Codex streams and what it keeps. */
export const messages = `
export interface ThreadStartedEvent { type: 'thread.started'; thread_id: string }
export interface TurnStartedEvent { type: 'turn.started' }
export interface TurnCompletedEvent { type: 'turn.completed'; usage?: { input_tokens: number; output_tokens: number } }
export interface TurnFailedEvent { type: 'turn.failed'; error: { message: string } }
export interface ItemCompletedEvent { type: 'item.completed'; item: Item }
export interface ErrorEvent { type: 'error'; message: string }

type Status = 'in_progress' | 'completed' | 'failed';
export type Item =
  | { id: string; type: 'reasoning'; text: string }
  | { id: string; type: 'agent_message'; text: string }
  | { id: string; type: 'command_execution'; command: string; aggregated_output: string; exit_code?: number; status: Status }
  | { id: string; type: 'file_change'; changes: { path: string; kind: 'add' | 'modify' | 'delete' }[]; status: Status };

interface Line<Type, Payload> { timestamp: string; type: Type; payload: Payload }

export interface ResponseItemMessage {
  type: 'message';
  role: 'user' | 'assistant';
  content: { type: 'input_text' | 'output_text'; text: string }[];
}
export interface ResponseItemReasoning {
  type: 'reasoning';
  summary: { type: 'summary_text'; text: string }[];
  content: null;
  encrypted_content: string;
}
export interface ResponseItemFunctionCall { type: 'function_call'; name: string; arguments: string; call_id: string }
export interface ResponseItemFunctionCallOutput { type: 'function_call_output'; call_id: string; output: string }
export type ResponseItemEvent = Line<
  'response_item',
  ResponseItemMessage | ResponseItemReasoning | ResponseItemFunctionCall | ResponseItemFunctionCallOutput
>;
export type EventMessageEvent = Line<
  'event_msg',
  | { type: 'agent_message'; message: string }
  | { type: 'agent_reasoning'; text: string }
  | { type: 'user_message'; message: string; kind: string }
  | { type: 'token_count'; info: unknown; rate_limits: unknown }
>;
export type SessionMetaEvent = Line<'session_meta', {
  id: string;
  timestamp: string;
  cwd: string;
  originator: string;
  cli_version: string;
  instructions: string | null;
  git?: { commit_hash: string; branch: string; repository_url: string };
}>;
export type TurnContextEvent = Line<'turn_context', {
  cwd: string;
  approval_policy: string;
  sandbox_policy: { mode: string };
  model: string;
  effort: string;
  summary: string;
}>;
export type CodexEvent =
  | ItemCompletedEvent | ThreadStartedEvent | TurnStartedEvent | TurnCompletedEvent | TurnFailedEvent | ErrorEvent
  | ResponseItemEvent | EventMessageEvent | SessionMetaEvent | TurnContextEvent;

export type Content =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }
  | { type: 'tool_result'; tool_use_id: string; content: string; is_error: boolean };
export interface UnifiedMessage {
  id: string;
  role: 'user' | 'assistant';
  content: Content[];
  timestamp: number;
  tool: 'codex';
  _original: CodexEvent;
}
`;

export const messagesToOurs = `
import type * as Document from './messages.ts';
import type * as Ours from 'threadline';

export const codexEvent = (given: Document.CodexEvent): Ours.CodexEvent => given;
export const threadStarted = (given: Document.ThreadStartedEvent): Ours.ThreadStartedEvent => given;
export const turnStarted = (given: Document.TurnStartedEvent): Ours.TurnStartedEvent => given;
export const turnCompleted = (given: Document.TurnCompletedEvent): Ours.TurnCompletedEvent => given;
export const turnFailed = (given: Document.TurnFailedEvent): Ours.TurnFailedEvent => given;
export const itemCompleted = (given: Document.ItemCompletedEvent): Ours.ItemCompletedEvent => given;
export const error = (given: Document.ErrorEvent): Ours.ErrorEvent => given;
export const item = (given: Document.Item): Ours.ThreadItem => given;
export const responseItem = (given: Document.ResponseItemEvent): Ours.ResponseItemEvent => given;
export const message = (given: Document.ResponseItemMessage): Ours.ResponseItemMessage => given;
export const reasoning = (given: Document.ResponseItemReasoning): Ours.ResponseItemReasoning => given;
export const functionCall = (given: Document.ResponseItemFunctionCall): Ours.ResponseItemFunctionCall => given;
export const functionCallOutput = (given: Document.ResponseItemFunctionCallOutput): Ours.ResponseItemFunctionCallOutput => given;
export const eventMessage = (given: Document.EventMessageEvent): Ours.EventMessageEvent => given;
export const sessionMeta = (given: Document.SessionMetaEvent): Ours.SessionMetaEvent => given;
export const turnContext = (given: Document.TurnContextEvent): Ours.TurnContextEvent => given;
export const content = (given: Document.Content): Ours.UnifiedContent => given;
export const unified = (given: Document.UnifiedMessage): Ours.UnifiedMessage => given;
`;

/** Each field that the document shows is read as its type; what real files lack or widen is said beside it. */
export const messagesFromOurs = `
import type * as Document from './messages.ts';
import type * as Ours from 'threadline';

export const threadStarted = (given: Ours.ThreadStartedEvent): Document.ThreadStartedEvent => given;
export const turnStarted = (given: Ours.TurnStartedEvent): Document.TurnStartedEvent => given;
export const error = (given: Ours.ErrorEvent): Document.ErrorEvent => given;
export const functionCall = (given: Ours.ResponseItemFunctionCall): Document.ResponseItemFunctionCall => given;
export const summary = (given: Ours.ResponseItemReasoning): Document.ResponseItemReasoning['summary'] => given.summary;

export function eventMessage({ payload }: Ours.EventMessageEvent): string | undefined {
  if (payload.type === 'agent_message') return payload.message;
  if (payload.type === 'agent_reasoning') return payload.text;
  // Only Codex 0.30 to 0.47 wrote kind.
  if (payload.type === 'user_message') return payload.message + (payload.kind ?? 'plain');
  if (payload.type === 'token_count') return JSON.stringify([payload.info, payload.rate_limits]);
  return undefined;
}

export function sessionMeta({ timestamp, payload }: Ours.SessionMetaEvent): (string | null)[] {
  const { id, cwd, originator, cli_version } = payload;
  // Without a repository there is no git, and without a commit or a remote a part of it; 0.88 dropped instructions.
  const { commit_hash = '', branch = '', repository_url = '' } = payload.git ?? {};
  return [timestamp, payload.timestamp, id, cwd, originator, cli_version, payload.instructions ?? null, commit_hash, branch, repository_url];
}

export function turnContext({ payload }: Ours.TurnContextEvent): string[] {
  const { cwd, model, summary } = payload;
  // 0.59 renamed mode to type. The effort is absent where the model's own is used.
  const mode: string = payload.sandbox_policy.mode ?? payload.sandbox_policy.type ?? '';
  const policy: string = typeof payload.approval_policy === 'string' ? payload.approval_policy : 'granular';
  return [cwd, model, summary, mode, policy, payload.effort ?? ''];
}

export function unified(given: Ours.UnifiedMessage): [string, number, string] {
  return [given.id, given.timestamp, given.tool];
}
`;

/** A parser by the document's plan, written on our types as if they were the document's own. */
export const messagesParser = `
import type { CodexEvent, EventMessageEvent, ItemCompletedEvent, ResponseItemEvent } from 'threadline';
import { mapCodexToolToClaude, transformToolInput } from 'threadline';
import type { Content } from './messages.ts';

interface Parsed { id: string; role: 'user' | 'assistant'; content: Content[]; timestamp: number; tool: 'codex'; _original: CodexEvent }

export function parse(line: string): Parsed | null {
  try {
    const event: CodexEvent = JSON.parse(line);
    if (event.type === 'item.completed') return ofItem(event);
    if (event.type === 'response_item') return ofResponse(event);
    if (event.type === 'event_msg') return ofMessage(event);
    return null;
  } catch {
    return null;
  }
}

const made = (event: CodexEvent, time: string, id: string, role: 'user' | 'assistant', content: Content[]): Parsed =>
  ({ id, role, content, timestamp: new Date(time).getTime(), tool: 'codex', _original: event });

function ofItem(event: ItemCompletedEvent): Parsed | null {
  const { item } = event;
  if (item.type === 'agent_message') return made(event, '', item.id, 'assistant', [{ type: 'text', text: item.text }]);
  if (item.type === 'reasoning') return made(event, '', item.id, 'assistant', [{ type: 'thinking', thinking: item.text }]);
  if (item.type === 'command_execution') {
    const use: Content = { type: 'tool_use', id: item.id, name: 'Bash', input: { command: item.command } };
    const isError = item.status === 'failed' || item.exit_code !== 0;
    return made(event, '', item.id, 'assistant', [use, { type: 'tool_result', tool_use_id: item.id, content: item.aggregated_output, is_error: isError }]);
  }
  if (item.type === 'file_change') {
    const uses = item.changes.map(({ path, kind }): Content => ({ type: 'tool_use', id: item.id + path, name: kind === 'add' ? 'Write' : 'Edit', input: { file_path: path } }));
    return made(event, '', item.id, 'assistant', uses);
  }
  return null;
}

function ofResponse(event: ResponseItemEvent): Parsed | null {
  const { payload, timestamp } = event;
  if (payload.type === 'message') {
    const content = payload.content.map((part): Content => ({ type: 'text', text: part.text })); // a part may be an image
    return {
      id: timestamp,
      role: payload.role, // a role may be developer or system
      content,
      timestamp: new Date(timestamp).getTime(),
      tool: 'codex',
      _original: event,
    };
  }
  if (payload.type === 'reasoning') {
    const thinking = payload.summary.map((part) => part.text).join('\\n');
    return made(event, timestamp, timestamp, 'assistant', [{ type: 'thinking', thinking }]);
  }
  if (payload.type === 'function_call') {
    let input: Record<string, unknown>;
    try {
      input = JSON.parse(payload.arguments);
    } catch {
      input = { raw: payload.arguments };
    }
    const use: Content = { type: 'tool_use', id: payload.call_id, name: mapCodexToolToClaude(payload.name), input: transformToolInput(payload.name, input) };
    return made(event, timestamp, payload.call_id, 'assistant', [use]);
  }
  if (payload.type === 'function_call_output') {
    let output: string;
    let exitCode = 0;
    try {
      const wrapper: { output?: string; metadata?: { exit_code?: number } } = JSON.parse(payload.output); // an output may be a list of parts
      output = wrapper.output ?? '';
      exitCode = wrapper.metadata?.exit_code ?? 0;
    } catch {
      output = payload.output; // an output may be a list of parts
    }
    return made(event, timestamp, timestamp, 'assistant', [{ type: 'tool_result', tool_use_id: payload.call_id, content: output, is_error: exitCode !== 0 }]);
  }
  return null;
}

function ofMessage(event: EventMessageEvent): Parsed | null {
  const { payload, timestamp } = event;
  if (payload.type === 'agent_message') return made(event, timestamp, timestamp, 'assistant', [{ type: 'text', text: payload.message }]);
  if (payload.type === 'agent_reasoning') return made(event, timestamp, timestamp, 'assistant', [{ type: 'thinking', thinking: payload.text }]);
  if (payload.type === 'user_message') return made(event, timestamp, timestamp, 'user', [{ type: 'text', text: payload.message }]);
  return null;
}
`;

/** Requirement 003 is a protocol in another language: the values of its tests, and of its types with defaults. */
export const protocolToOurs = `
import type { ThreadError, ThreadEvent, ThreadItem, TokenCountEvent, Usage } from 'threadline';

export const twoCounts: Usage = { input_tokens: 100, output_tokens: 50 };
export const fourCounts: Usage = { input_tokens: 100, cached_input_tokens: 20, output_tokens: 50, total_tokens: 150 };
export const count: TokenCountEvent = { type: 'token_count', input_tokens: 200, cached_input_tokens: 50, output_tokens: 100 };
export const errors: ThreadError[] = [{}, { message: 'rate limited' }, { message: 'rate limited', code: 'rate_limit' }];
export const items: ThreadItem[] = [
  { type: 'agent_message', id: 'msg_1', text: 'Hello!' },
  { type: 'reasoning', id: 'r_1', text: 'Let me think' },
  { type: 'command_execution', id: 'cmd_1', command: 'ls -la', aggregated_output: 'total 42', exit_code: 0, status: 'completed' },
  { type: 'file_change', id: 'fc_1', changes: [{ path: 'src/main.rs', kind: 'add', old_content: '', new_content: 'fn main() {}' }], status: 'completed' },
  { type: 'mcp_tool_call', id: 'mcp_1', server: 's', tool: 't', arguments: {}, result: { any: 1 }, error: null, status: 'running' },
  { type: 'web_search', id: 'ws_1', query: 'q' },
  { type: 'todo_list', id: 'todo_1', items: [{ text: 'a', completed: false }] },
  { type: 'error', id: 'e_1', message: 'careful' },
];
export const events: ThreadEvent[] = [
  { type: 'thread.started', thread_id: 'thread_abc123' },
  { type: 'turn.started' },
  { type: 'turn.completed' },
  { type: 'turn.completed', usage: twoCounts },
  { type: 'turn.failed', error: { message: 'rate limited', code: 'rate_limit' }, usage: fourCounts },
  ...items.flatMap((item): ThreadEvent[] => [{ type: 'item.started', item }, { type: 'item.updated', item }, { type: 'item.completed', item }]),
  count,
  { type: 'error', message: 'something went wrong' },
];
`;

/** Requirement 004: event and item definitions. */
export const schemas = `
export type ThreadStartedEvent = { type: 'thread.started'; thread_id: string };
export type ThreadErrorEvent = { type: 'error'; message: string };
export type TurnStartedEvent = { type: 'turn.started' };
export type TurnCompletedEvent = { type: 'turn.completed'; usage: Usage };
export type TurnFailedEvent = { type: 'turn.failed'; error: { message: string } };
export type Usage = { input_tokens: number; cached_input_tokens: number; output_tokens: number };
export type ItemStartedEvent = { type: 'item.started'; item: ThreadItem };
export type ItemUpdatedEvent = { type: 'item.updated'; item: ThreadItem };
export type ItemCompletedEvent = { type: 'item.completed'; item: ThreadItem };
export type ThreadEvent =
  | ThreadStartedEvent | TurnStartedEvent | TurnCompletedEvent | TurnFailedEvent
  | ItemStartedEvent | ItemUpdatedEvent | ItemCompletedEvent | ThreadErrorEvent;

type Status = 'in_progress' | 'completed' | 'failed';
export type CommandExecutionItem = {
  id: string;
  type: 'command_execution';
  command: string;
  aggregated_output: string;
  exit_code: number | null;
  status: Status;
};
export type FileChangeItem = {
  id: string;
  type: 'file_change';
  changes: { path: string; kind: 'add' | 'delete' | 'update' }[];
  status: 'completed' | 'failed';
};
export type AgentMessageItem = { id: string; type: 'agent_message'; text: string };
export type ReasoningItem = { id: string; type: 'reasoning'; text: string };
export type McpToolCallItem = {
  id: string;
  type: 'mcp_tool_call';
  server_name: string;
  tool_name: string;
  arguments: Record<string, unknown>;
  result?: unknown;
  error?: string;
  status: Status;
};
export type WebSearchItem = { id: string; type: 'web_search'; query: string };
export type TodoListItem = { id: string; type: 'todo_list'; items: { text: string; completed: boolean }[] };
export type ThreadItem =
  | CommandExecutionItem | FileChangeItem | AgentMessageItem | ReasoningItem | McpToolCallItem | WebSearchItem | TodoListItem;
`;

export const schemasToOurs = `
import type * as Document from './schemas.ts';
import type * as Ours from 'threadline';
import { createMessageBuilder, createThread, itemEnvelope } from 'threadline';
import type * as schema from 'threadline/schema';
import type * as z from 'zod';

export const usage = (given: Document.Usage): Ours.Usage => given;
export const threadStarted = (given: Document.ThreadStartedEvent): Ours.ThreadStartedEvent => given;
export const threadError = (given: Document.ThreadErrorEvent): Ours.ThreadErrorEvent => given;
export const turnStarted = (given: Document.TurnStartedEvent): Ours.TurnStartedEvent => given;
export const turnCompleted = (given: Document.TurnCompletedEvent): Ours.TurnCompletedEvent => given;
export const turnFailed = (given: Document.TurnFailedEvent): Ours.TurnFailedEvent => given;
export const itemStarted = (given: Document.ItemStartedEvent): Ours.ItemStartedEvent => given;
export const itemUpdated = (given: Document.ItemUpdatedEvent): Ours.ItemUpdatedEvent => given;
export const itemCompleted = (given: Document.ItemCompletedEvent): Ours.ItemCompletedEvent => given;
export const command = (given: Document.CommandExecutionItem): Ours.CommandExecutionItem => given;
export const fileChange = (given: Document.FileChangeItem): Ours.FileChangeItem => given;
export const agentMessage = (given: Document.AgentMessageItem): Ours.AgentMessageItem => given;
export const reasoning = (given: Document.ReasoningItem): Ours.ReasoningItem => given;
export const mcpToolCall = (given: Document.McpToolCallItem): Ours.McpToolCallItem => given;
export const webSearch = (given: Document.WebSearchItem): Ours.WebSearchItem => given;
export const todoList = (given: Document.TodoListItem): Ours.TodoListItem => given;
export const item = (given: Document.ThreadItem): Ours.ThreadItem => given;
export const event = (given: Document.ThreadEvent): Ours.ThreadEvent => given;

export const usageInput = (given: Document.Usage): z.input<typeof schema.UsageSchema> => given;
export const eventInput = (given: Document.ThreadEvent): z.input<typeof schema.ThreadEventSchema> => given;
export const itemInput = (given: Document.ThreadItem): z.input<typeof schema.ThreadItemSchema> => given;

// What takes our events takes the document's.
export function fold(events: Document.ThreadEvent[]): string {
  const thread = createThread();
  const builder = createMessageBuilder();
  for (const event of events) {
    thread.push(event);
    builder.push(event);
    itemEnvelope(event);
  }
  return thread.finalResponse;
}
`;

/** What a consumer of the document's events reads. Where a field may be absent in ours, a guard or a default stands. */
export const schemasFromOurs = `
import type * as Document from './schemas.ts';
import { isSdkEvent, mcpCall } from 'threadline';
import type * as Ours from 'threadline';

export const threadStarted = (given: Ours.ThreadStartedEvent): Document.ThreadStartedEvent => given;
export const threadError = (given: Ours.ThreadErrorEvent): Document.ThreadErrorEvent => given;
export const turnStarted = (given: Ours.TurnStartedEvent): Document.TurnStartedEvent => given;
export const agentMessage = (given: Ours.AgentMessageItem): Document.AgentMessageItem => given;
export const reasoning = (given: Ours.ReasoningItem): Document.ReasoningItem => given;
export const webSearch = (given: Ours.WebSearchItem): Document.WebSearchItem => given;
export const todoList = (given: Ours.TodoListItem): Document.TodoListItem => given;
export const counted = (given: Ours.CountedUsage): Document.Usage => given;

// Statuses and kinds are open in ours, and usage may be absent: an event that the official SDK knows has the document's.
export function turnUsage(event: Ours.ThreadEvent): Document.Usage | undefined {
  return isSdkEvent(event) && event.type === 'turn.completed' ? event.usage : undefined;
}
export function turnFailure(event: Ours.ThreadEvent): string | undefined {
  return isSdkEvent(event) && event.type === 'turn.failed' ? event.error.message : undefined;
}
export function item(event: Ours.ThreadEvent): Document.ThreadItem | undefined {
  if (!isSdkEvent(event) || !('item' in event)) return undefined;
  const { item } = event;
  switch (item.type) {
    case 'command_execution':
      return { ...item, exit_code: item.exit_code ?? null };
    case 'mcp_tool_call': {
      const { server, tool, result, error } = mcpCall(item);
      return {
        id: item.id,
        type: item.type,
        server_name: server,
        tool_name: tool,
        arguments: { input: item.arguments },
        status: item.status,
        ...(result && { result }),
        ...(error && { error: error.message }),
      };
    }
    case 'error':
      return undefined;
    default:
      return item;
  }
}
`;

export const wrong = `
import type * as Messages from './messages.ts';
import type * as Schemas from './schemas.ts';
import type * as Ours from 'threadline';
export const line = (given: Messages.SessionMetaEvent): Ours.TurnContextEvent => given;
export const item = (given: Schemas.McpToolCallItem): Ours.WebSearchItem => given;
`;
