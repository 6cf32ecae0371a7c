import type { Extra, InferredFields } from './usage.ts';

/** The status of an item. An open string, because agents add new ones; the known values are listed for completion. */
export type ItemStatus = 'in_progress' | 'completed' | 'failed' | 'declined' | (string & {});

/**
 * A tool call under the agent's own names. An item says what a call did, in one form for all agents. This is the call
 * as it was asked for, which messages show.
 */
export interface AgentCall {
  /** The agent's name for the tool: `run_shell_command`, `MultiEdit`, … */
  name: string;
  /** All arguments of the call, as the model wrote them. A text where the wire has a text that is no JSON. */
  input?: unknown;
  /** The text that the model was told as the result, where it differs from the item's own output. */
  told?: string;
  /** The result as text, if the item's kind has no field for it. */
  output?: string;
  /** Images in the result, as on the wire: data URLs, base64 text, addresses or local paths. */
  images?: string[];
  /** The call failed. Set if the item's kind has no status. */
  is_error?: boolean;
  /** The call is another agent's, from before the thread was handed over. Messages show it under these names. */
  handed_over?: boolean;
}

/** Text that belongs to an item and has no field of its own: a document's name and text, a line that only the model got. */
export interface ItemNote {
  /** What the text is: `document`, `output`, … */
  kind: string;
  text: string;
}

interface ItemBase {
  /** The wire's id, else `L<line>.<n>`. Codex counts `item_0`, `item_1`, … anew in every process. */
  id: string;
  /** The agent refused the call before it began. Such a call is never printed live; only a session file has it. */
  rejected?: boolean;
  /** The call behind the item, as the model made it. Absent where the wire does not have its arguments. */
  call?: AgentCall;
  /** Text beside the item's own fields. Messages show it as their `notes`. */
  notes?: ItemNote[];
  /** The fields that the wire does not have and the reader filled in: `['id', 'status']`. Absent if there are none. */
  inferred?: InferredFields;
  /** Fields unknown to this version. */
  extra?: Extra;
}

/** A text that the person typed, or context that the CLI added on its own (`injected`). */
export interface UserMessageItem extends ItemBase {
  type: 'user_message';
  text: string;
  /** Images sent with the text: URLs, data URLs or local paths, as on the wire. */
  images?: string[];
  /** The CLI added this text, not the person: instructions, environment, notices. */
  injected?: boolean;
  /** The role on the wire if it is not `user`, such as `developer`. */
  role?: string;
}

/** A text of the assistant. */
export interface AgentMessageItem extends ItemBase {
  type: 'agent_message';
  /** The text. It is JSON if an output schema was given. */
  text: string;
  /** `commentary`, `final_answer`, …, if the wire has it. */
  phase?: string;
  /** The memories that the agent drew on, as on the wire. */
  memory_citation?: unknown;
}

/** A summary of the model's reasoning. */
export interface ReasoningItem extends ItemBase {
  type: 'reasoning';
  text: string;
  /** The text is the full reasoning. Set only if the provider gives it. */
  raw?: boolean;
}

/** A shell command and its result. */
export interface CommandExecutionItem extends ItemBase {
  type: 'command_execution';
  /** The command line as on the wire, including the shell wrapper: `/bin/bash -lc 'ls'`. */
  command: string;
  /** stdout and stderr in order of arrival, possibly cut by the agent. */
  aggregated_output: string;
  /** The exit code. Null or absent until it is known. */
  exit_code?: number | null;
  status: ItemStatus;
  /** The output streams kept apart, if the wire has them. */
  stdout?: string;
  stderr?: string;
  /** The working folder, if the wire has it. */
  cwd?: string;
  /** The running time of the command in seconds, if the wire has it. */
  duration_seconds?: number;
  /** The model's reason to run the command outside the sandbox. */
  justification?: string;
  /** The permission that the model asked for: `require_escalated`, `use_default`, … */
  sandbox_permissions?: string;
  with_escalated_permissions?: boolean;
}

/** The change of one file. */
export interface FileChange {
  path: string;
  kind: 'add' | 'update' | 'delete' | (string & {});
  /** A unified diff, if the wire has one. */
  diff?: string;
  /** The new path of a moved file. */
  move_path?: string | null;
  /** The whole file before the change, if the wire has it. */
  old_content?: string;
  /** The whole file after the change, if the wire has it apart from the call. */
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

/** The answer of an MCP server. Content blocks are the server's own. */
export interface McpToolResult {
  content: unknown[];
  structured_content?: unknown;
  _meta?: unknown;
  /** The server marked its answer as an error. */
  is_error?: boolean;
  extra?: Extra;
}

/** The reason why a call of an MCP server's tool failed. */
export interface McpToolError {
  message: string;
  extra?: Extra;
}

/**
 * A call of an MCP server's tool. Readers always give `server` and `tool`, a result as `McpToolResult` and an error as an
 * object. Code that makes items may also use the other names and forms; `mcpCall` reads them all.
 */
export interface McpToolCallItem extends ItemBase {
  type: 'mcp_tool_call';
  server?: string;
  /** Another name of `server`. */
  server_name?: string;
  tool?: string;
  /** Another name of `tool`. */
  tool_name?: string;
  /** Null if the tool takes no arguments. Absent if the wire does not say (Codex up to 0.50). */
  arguments?: unknown;
  /** A `McpToolResult`, or any other value that a server answered with. Null or absent if there is none. */
  result?: unknown;
  /** The reason why the call failed. */
  error?: McpToolError | string | null;
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
  /** `{status, message}` by thread id. */
  agents_states: Record<string, unknown>;
  status: ItemStatus;
  /** The output that the model was given, if the wire has it. */
  output?: string;
  /** The name and the role of the agent that was started. */
  new_agent_nickname?: string;
  new_agent_role?: string;
}

/** The action of a web search: `search`, `open_page`, `find_in_page` or `other`. */
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
  /** The search results, as on the wire. */
  results?: unknown;
}

/** One step of the agent's plan. */
export interface TodoEntry {
  text: string;
  completed: boolean;
  /** `pending`, `in_progress` or `completed`, if the wire says more than done or not done. */
  status?: string;
  extra?: Extra;
}

/** The agent's plan. Each of its events carries the whole list. */
export interface TodoListItem extends ItemBase {
  type: 'todo_list';
  items: TodoEntry[];
  explanation?: string;
}

/** A text of a file that a tool was shown: the whole file, or lines of it. */
export interface SeenText {
  path: string;
  /** The lines as the file has them, without numbers before them. */
  text: string;
  /** The number of the first line, from 1. */
  start_line?: number;
  /** The number of lines of the whole file, if the wire has it. */
  total_lines?: number;
}

/** A call of any other tool. */
export interface ToolCallItem extends ItemBase {
  type: 'tool_call';
  /** The tool's full name, as the agent knows it. */
  name: string;
  /** The parsed arguments, or their text if they are not JSON. */
  input?: unknown;
  /** The result as text. */
  output?: string;
  /** What the tool read of a file, where the wire has it apart from the result that the model was told. */
  seen?: SeenText;
  status: ItemStatus;
}

/** An image that the agent viewed or made. */
export interface ImageItem extends ItemBase {
  type: 'image';
  /** `view` for an image that the agent looked at, `generation` for one that it made. */
  purpose: 'view' | 'generation' | (string & {});
  path?: string;
  /** A URL, data URL or base64 text, as on the wire. */
  data?: string;
  prompt?: string;
  status?: ItemStatus;
}

/** The agent replaced older context with a summary. */
export interface CompactionItem extends ItemBase {
  type: 'compaction';
  /** The summary, if the wire has it in plain text. */
  summary?: string;
}

/** A warning or an error that does not end the turn. */
export interface ErrorItem extends ItemBase {
  type: 'error';
  message: string;
}

/** An item of a kind unknown to this version, complete. */
export interface UnknownItem extends ItemBase {
  type: 'unknown';
  /** The wire's name for the kind. */
  wire_type: string;
  /** All fields except the kind and the id. */
  data: Record<string, unknown>;
}

/** Something in a turn with a life of its own, told apart by `type`. */
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
