import * as z from 'zod';
import { ExtraSchema } from './usage-schema.ts';

const optionalText = z.string().optional();
const call = z
  .looseObject({
    name: z.string(),
    input: z.unknown().optional(),
    output: optionalText,
    images: z.array(z.string()).optional(),
    is_error: z.boolean().optional(),
  })
  .optional();
const base = { id: z.string(), rejected: z.boolean().optional(), call, extra: ExtraSchema };
/** An open string, because agents add new statuses. */
const status = z.string();

export const UserMessageItemSchema = z.looseObject({
  ...base,
  type: z.literal('user_message'),
  text: z.string(),
  images: z.array(z.string()).optional(),
  injected: z.boolean().optional(),
  role: optionalText,
});

export const AgentMessageItemSchema = z.looseObject({
  ...base,
  type: z.literal('agent_message'),
  text: z.string(),
  phase: optionalText,
  memory_citation: z.unknown().optional(),
});

export const ReasoningItemSchema = z.looseObject({
  ...base,
  type: z.literal('reasoning'),
  text: z.string(),
  raw: z.boolean().optional(),
});

export const CommandExecutionItemSchema = z.looseObject({
  ...base,
  type: z.literal('command_execution'),
  command: z.string(),
  aggregated_output: z.string(),
  exit_code: z.number().nullish(),
  status,
  stdout: optionalText,
  stderr: optionalText,
  cwd: optionalText,
  duration_seconds: z.number().optional(),
  justification: optionalText,
  sandbox_permissions: optionalText,
  with_escalated_permissions: z.boolean().optional(),
});

export const FileChangeSchema = z.looseObject({
  path: z.string(),
  kind: z.string(),
  diff: optionalText,
  move_path: z.string().nullish(),
  old_content: optionalText,
  new_content: optionalText,
  extra: ExtraSchema,
});

export const FileChangeItemSchema = z.looseObject({
  ...base,
  type: z.literal('file_change'),
  changes: z.array(FileChangeSchema),
  status,
  stdout: optionalText,
  stderr: optionalText,
});

const McpToolResultSchema = z.looseObject({
  content: z.array(z.unknown()),
  structured_content: z.unknown().optional(),
  _meta: z.unknown().optional(),
  is_error: z.boolean().optional(),
  extra: ExtraSchema,
});

export const McpToolCallItemSchema = z.looseObject({
  ...base,
  type: z.literal('mcp_tool_call'),
  server: z.string(),
  tool: z.string(),
  arguments: z.unknown().optional(),
  result: McpToolResultSchema.nullish(),
  error: z.looseObject({ message: z.string(), extra: ExtraSchema }).nullish(),
  status,
  duration_seconds: z.number().optional(),
});

export const CollabToolCallItemSchema = z.looseObject({
  ...base,
  type: z.literal('collab_tool_call'),
  tool: z.string(),
  sender_thread_id: optionalText,
  receiver_thread_ids: z.array(z.string()),
  prompt: z.string().nullish(),
  agents_states: z.record(z.string(), z.unknown()),
  status,
  output: optionalText,
  new_agent_nickname: optionalText,
  new_agent_role: optionalText,
});

const WebSearchActionSchema = z.looseObject({
  type: z.string(),
  query: optionalText,
  queries: z.array(z.string()).optional(),
  url: optionalText,
  pattern: optionalText,
  extra: ExtraSchema,
});

export const WebSearchItemSchema = z.looseObject({
  ...base,
  type: z.literal('web_search'),
  query: z.string(),
  action: WebSearchActionSchema.optional(),
  status: status.optional(),
  results: z.unknown().optional(),
});

const TodoEntrySchema = z.looseObject({
  text: z.string(),
  completed: z.boolean(),
  status: optionalText,
  extra: ExtraSchema,
});

export const TodoListItemSchema = z.looseObject({
  ...base,
  type: z.literal('todo_list'),
  items: z.array(TodoEntrySchema),
  explanation: optionalText,
});

export const ToolCallItemSchema = z.looseObject({
  ...base,
  type: z.literal('tool_call'),
  name: z.string(),
  input: z.unknown().optional(),
  output: optionalText,
  status,
});

export const ImageItemSchema = z.looseObject({
  ...base,
  type: z.literal('image'),
  purpose: z.string(),
  path: optionalText,
  data: optionalText,
  prompt: optionalText,
  status: status.optional(),
});

export const CompactionItemSchema = z.looseObject({
  ...base,
  type: z.literal('compaction'),
  summary: optionalText,
});

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
