import * as z from 'zod';
import { optional } from './optional.ts';
import { ExtraSchema } from './usage-schema.ts';

const optionalText = optional(z.string());
const call = optional(
  z.looseObject({
    name: z.string(),
    input: z.unknown().optional(),
    told: optionalText,
    output: optionalText,
    images: optional(z.array(z.string())),
    is_error: optional(z.boolean()),
    handed_over: optional(z.boolean()),
  }),
);
const base = {
  id: z.string(),
  rejected: optional(z.boolean()),
  call,
  notes: optional(z.array(z.looseObject({ kind: z.string(), text: z.string() }))),
  inferred: optional(z.array(z.string())),
  extra: ExtraSchema,
};
/** An open string, because agents add new statuses. */
const status = z.string();

/** A text of the person, or one that the CLI added in its place. */
export const UserMessageItemSchema = z.looseObject({
  ...base,
  type: z.literal('user_message'),
  text: z.string(),
  images: optional(z.array(z.string())),
  injected: optional(z.boolean()),
  role: optionalText,
});

/** A text of the agent. */
export const AgentMessageItemSchema = z.looseObject({
  ...base,
  type: z.literal('agent_message'),
  text: z.string(),
  phase: optionalText,
  memory_citation: z.unknown().optional(),
});

/** A summary of the reasoning of the model. */
export const ReasoningItemSchema = z.looseObject({
  ...base,
  type: z.literal('reasoning'),
  text: z.string(),
  raw: optional(z.boolean()),
});

/** A command with its output and exit code. */
export const CommandExecutionItemSchema = z.looseObject({
  ...base,
  type: z.literal('command_execution'),
  command: z.string(),
  aggregated_output: z.string(),
  exit_code: optional(z.number().nullable()),
  status,
  stdout: optionalText,
  stderr: optionalText,
  cwd: optionalText,
  duration_seconds: optional(z.number()),
  justification: optionalText,
  sandbox_permissions: optionalText,
  with_escalated_permissions: optional(z.boolean()),
});

export const FileChangeSchema = z.looseObject({
  path: z.string(),
  kind: z.string(),
  diff: optionalText,
  move_path: optional(z.string().nullable()),
  old_content: optionalText,
  new_content: optionalText,
  extra: ExtraSchema,
});

/** File changes that the agent applied, or failed to apply. */
export const FileChangeItemSchema = z.looseObject({
  ...base,
  type: z.literal('file_change'),
  changes: z.array(FileChangeSchema),
  status,
  stdout: optionalText,
  stderr: optionalText,
});

const McpToolErrorSchema = z.looseObject({ message: z.string(), extra: ExtraSchema });

/** A call of an MCP server's tool. Takes both names of server and tool, any result, and an error as a text. */
export const McpToolCallItemSchema = z.looseObject({
  ...base,
  type: z.literal('mcp_tool_call'),
  server: optionalText,
  server_name: optionalText,
  tool: optionalText,
  tool_name: optionalText,
  arguments: z.unknown().optional(),
  result: z.unknown().optional(),
  error: optional(z.union([McpToolErrorSchema, z.string()]).nullable()),
  status,
  duration_seconds: optional(z.number()),
});

/** Work with other agents: starting one, telling it something, waiting for it. */
export const CollabToolCallItemSchema = z.looseObject({
  ...base,
  type: z.literal('collab_tool_call'),
  tool: z.string(),
  sender_thread_id: optionalText,
  receiver_thread_ids: z.array(z.string()),
  prompt: optional(z.string().nullable()),
  agents_states: z.record(z.string(), z.unknown()),
  status,
  output: optionalText,
  new_agent_nickname: optionalText,
  new_agent_role: optionalText,
});

const WebSearchActionSchema = z.looseObject({
  type: z.string(),
  query: optionalText,
  queries: optional(z.array(z.string())),
  url: optionalText,
  pattern: optionalText,
  extra: ExtraSchema,
});

/** A search on the web, or a page that was opened. */
export const WebSearchItemSchema = z.looseObject({
  ...base,
  type: z.literal('web_search'),
  query: z.string(),
  action: optional(WebSearchActionSchema),
  status: optional(status),
  results: z.unknown().optional(),
});

const TodoEntrySchema = z.looseObject({
  text: z.string(),
  completed: z.boolean(),
  status: optionalText,
  extra: ExtraSchema,
});

/** A plan: its entries, and which are done. */
export const TodoListItemSchema = z.looseObject({
  ...base,
  type: z.literal('todo_list'),
  items: z.array(TodoEntrySchema),
  explanation: optionalText,
});

/** A text of a file that a tool was shown. */
const SeenTextSchema = z.looseObject({
  path: z.string(),
  text: z.string(),
  start_line: optional(z.number()),
  total_lines: optional(z.number()),
});

/** A call of any other tool. */
export const ToolCallItemSchema = z.looseObject({
  ...base,
  type: z.literal('tool_call'),
  name: z.string(),
  input: z.unknown().optional(),
  output: optionalText,
  seen: optional(SeenTextSchema),
  status,
});

/** An image that the agent made or looked at. */
export const ImageItemSchema = z.looseObject({
  ...base,
  type: z.literal('image'),
  purpose: z.string(),
  path: optionalText,
  data: optionalText,
  prompt: optionalText,
  status: optional(status),
});

/** The agent shortened its memory of the thread. */
export const CompactionItemSchema = z.looseObject({
  ...base,
  type: z.literal('compaction'),
  summary: optionalText,
});

/** A warning or an error that does not end the turn. */
export const ErrorItemSchema = z.looseObject({
  ...base,
  type: z.literal('error'),
  message: z.string(),
});

/** The form in which threadline writes an unknown item. */
export const UnknownItemSchema = z.looseObject({
  ...base,
  type: z.literal('unknown'),
  wire_type: z.string(),
  data: z.record(z.string(), z.unknown()),
});
