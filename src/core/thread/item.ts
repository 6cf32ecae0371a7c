import type { Extra } from './usage.ts';

/** A status is an open string: agents add new ones. The known values are there for completion. */
export type ItemStatus = 'in_progress' | 'completed' | 'failed' | 'declined' | (string & {});

/**
 * A tool call by the agent's own names. An item says what a call did, in one form for all agents; this is what was asked
 * for, which messages show.
 */
export interface AgentCall {
  /** The tool's name as the agent has it: `run_shell_command`, `MultiEdit`, … */
  name: string;
  /** Its arguments, whole. */
  input?: unknown;
  /** What came back, as text, where the item's kind has no place for it. */
  output?: string;
  /** Images that came back, as the wire has them: data URLs, base64 text, addresses or local paths. */
  images?: string[];
  /** It failed, where the item's kind has no status. */
  is_error?: boolean;
}

interface ItemBase {
  /** The wire's own id, else `L<line>.<n>`. Codex numbers `item_0`, `item_1`, … anew in every process. */
  id: string;
  /** The agent turned the call down before it began, so it was never printed live; only a session file has it. */
  rejected?: boolean;
  /** The call that the item was, where its kind shows only a part of it. */
  call?: AgentCall;
  /** Fields that this version does not know. */
  extra?: Extra;
}

/** What the person typed, or context that the CLI put in on its own (`injected`). */
export interface UserMessageItem extends ItemBase {
  type: 'user_message';
  text: string;
  /** Images beside the text: URLs, data URLs or local paths, as the wire has them. */
  images?: string[];
  /** Not typed by the person: instructions, environment, notices that the CLI added. */
  injected?: boolean;
  /** The role on the wire when it is not `user`, such as `developer`. */
  role?: string;
}

/** What the assistant said. */
export interface AgentMessageItem extends ItemBase {
  type: 'agent_message';
  /** The text; JSON text when an output schema was given. */
  text: string;
  /** `commentary`, `final_answer`, … where the wire says it. */
  phase?: string;
  /** What the agent remembered to say it, as the wire has it. */
  memory_citation?: unknown;
}

/** A summary of the model's reasoning. */
export interface ReasoningItem extends ItemBase {
  type: 'reasoning';
  text: string;
  /** The unabridged reasoning text, only where the provider gives it. */
  raw?: boolean;
}

/** A shell command and what came of it. */
export interface CommandExecutionItem extends ItemBase {
  type: 'command_execution';
  /** The command line as on the wire, shell wrapper included: `/bin/bash -lc 'ls'`. */
  command: string;
  /** stdout and stderr as they came, possibly cut by the agent. */
  aggregated_output: string;
  /** The exit code; null or absent while it is not known. */
  exit_code?: number | null;
  status: ItemStatus;
  /** The output streams apart, where the wire has them. */
  stdout?: string;
  stderr?: string;
  /** Working folder, where the wire has it. */
  cwd?: string;
  /** Seconds that the command ran, where the wire has it. */
  duration_seconds?: number;
  /** Why the model wants to run it outside the sandbox. */
  justification?: string;
  /** What it asked for: `require_escalated`, `use_default`, … */
  sandbox_permissions?: string;
  with_escalated_permissions?: boolean;
}

/** What happened to one file. */
export interface FileChange {
  path: string;
  kind: 'add' | 'update' | 'delete' | (string & {});
  /** A unified diff, where the wire has one. */
  diff?: string;
  /** The new path of a moved file. */
  move_path?: string | null;
  old_content?: string;
  new_content?: string;
  extra?: Extra;
}

/** A set of file changes that the agent applied, or failed to apply. */
export interface FileChangeItem extends ItemBase {
  type: 'file_change';
  changes: FileChange[];
  status: ItemStatus;
  stdout?: string;
  stderr?: string;
}

/** What an MCP server answered. Content blocks are the server's own. */
export interface McpToolResult {
  content: unknown[];
  structured_content?: unknown;
  _meta?: unknown;
  /** The server itself called the answer an error. */
  is_error?: boolean;
  extra?: Extra;
}

/** A call of a tool of an MCP server. */
export interface McpToolCallItem extends ItemBase {
  type: 'mcp_tool_call';
  server: string;
  tool: string;
  /** Null when the tool takes none; absent where the wire does not say (Codex up to 0.50). */
  arguments?: unknown;
  result?: McpToolResult | null;
  error?: { message: string; extra?: Extra } | null;
  status: ItemStatus;
  duration_seconds?: number;
}

/** Work with other agents: spawn_agent, send_input, wait, close_agent and their successors. */
export interface CollabToolCallItem extends ItemBase {
  type: 'collab_tool_call';
  tool: string;
  sender_thread_id?: string;
  receiver_thread_ids: string[];
  prompt?: string | null;
  /** By thread id: `{status, message}`. */
  agents_states: Record<string, unknown>;
  status: ItemStatus;
  /** What the model was told of it, where the wire has it. */
  output?: string;
  /** The name and the role of an agent that was started. */
  new_agent_nickname?: string;
  new_agent_role?: string;
}

/** What a web search did: `search`, `open_page`, `find_in_page` or `other`. */
export interface WebSearchAction {
  type: string;
  query?: string;
  queries?: string[];
  url?: string;
  pattern?: string;
  extra?: Extra;
}

/** A web search, or a page opened or searched. */
export interface WebSearchItem extends ItemBase {
  type: 'web_search';
  query: string;
  action?: WebSearchAction;
  status?: ItemStatus;
  /** What was found, as the wire has it. */
  results?: unknown;
}

/** One step of the agent's plan. */
export interface TodoEntry {
  text: string;
  completed: boolean;
  /** `pending`, `in_progress` or `completed`, where the wire says more than done or not. */
  status?: string;
  extra?: Extra;
}

/** The agent's plan. Every event of it carries the whole list. */
export interface TodoListItem extends ItemBase {
  type: 'todo_list';
  items: TodoEntry[];
  explanation?: string;
}

/** A call of any other tool. */
export interface ToolCallItem extends ItemBase {
  type: 'tool_call';
  /** The tool's full name as the agent knows it. */
  name: string;
  /** Parsed arguments, or the text where they are no JSON. */
  input?: unknown;
  /** What came back, as text. */
  output?: string;
  status: ItemStatus;
}

/** An image that the agent looked at or made. */
export interface ImageItem extends ItemBase {
  type: 'image';
  /** `view` for one that was looked at, `generation` for one that was made. */
  purpose: 'view' | 'generation' | (string & {});
  path?: string;
  /** A URL, data URL or base64 text, as on the wire. */
  data?: string;
  prompt?: string;
  status?: ItemStatus;
}

/** The agent replaced older context by a summary. */
export interface CompactionItem extends ItemBase {
  type: 'compaction';
  /** The summary, where the wire has it in the clear. */
  summary?: string;
}

/** A warning or an error that does not end the turn. */
export interface ErrorItem extends ItemBase {
  type: 'error';
  message: string;
}

/** An item of a kind that this version does not know, whole. */
export interface UnknownItem extends ItemBase {
  type: 'unknown';
  /** The kind on the wire. */
  wire_type: string;
  /** All of its fields but the kind and the id. */
  data: Record<string, unknown>;
}

export type ThreadItem =
  | UserMessageItem
  | AgentMessageItem
  | ReasoningItem
  | CommandExecutionItem
  | FileChangeItem
  | McpToolCallItem
  | CollabToolCallItem
  | WebSearchItem
  | TodoListItem
  | ToolCallItem
  | ImageItem
  | CompactionItem
  | ErrorItem
  | UnknownItem;
