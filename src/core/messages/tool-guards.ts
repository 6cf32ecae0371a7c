import type { ToolUseContent, UnifiedContent } from './message.ts';

/** A shell command, without the shell around it. */
export interface BashToolInput {
  command: string;
}

/** A file, or an image, that is looked at. */
export interface ReadToolInput {
  file_path: string;
  offset?: number;
  limit?: number;
}

/** A file that is made or replaced. */
export interface WriteToolInput {
  file_path: string;
  /** The file's text; absent where the agent does not say it (live Codex). */
  content?: string;
  /** The same as a diff, where the agent wrote one. */
  diff?: string;
}

/** A file that is changed. */
export interface EditToolInput {
  file_path: string;
  /** The hunks, where the agent wrote them. */
  diff?: string;
  /** Where the file was moved to. */
  new_path?: string;
  old_string?: string;
  new_string?: string;
}

/** Files looked for by name. */
export interface GlobToolInput {
  pattern: string;
  path?: string;
}

/** Text looked for in files. */
export interface GrepToolInput {
  pattern: string;
  path?: string;
  /** Only files that match. */
  glob?: string;
  head_limit?: number;
}

/** A folder that is listed. */
export interface LsToolInput {
  path: string;
}

/** One step of a plan. */
export interface TodoInput {
  content: string;
  /** `pending`, `in_progress`, `completed`; live Codex does not say `in_progress`. */
  status: string;
}

/** The whole plan as it stood then. */
export interface TodoWriteToolInput {
  todos: TodoInput[];
}

/** A web search. */
export interface WebSearchToolInput {
  query: string;
}

/** A web page that is opened, or searched for a pattern. */
export interface WebFetchToolInput {
  url: string;
  pattern?: string;
}

/** Work given to, or done with, another agent. */
export interface TaskToolInput {
  /** The agent's own name of the call: `spawn_agent`, `wait`, … */
  description: string;
  prompt: string;
}

/** A `tool_use` whose tool and input are known. */
type ToolUse<Name extends string, Input> = ToolUseContent & { name: Name; input: Input };

export function isBashTool(block: UnifiedContent): block is ToolUse<'Bash', BashToolInput> {
  return hasText(block, 'Bash', 'command');
}

export function isReadTool(block: UnifiedContent): block is ToolUse<'Read', ReadToolInput> {
  return hasText(block, 'Read', 'file_path');
}

export function isWriteTool(block: UnifiedContent): block is ToolUse<'Write', WriteToolInput> {
  return hasText(block, 'Write', 'file_path');
}

export function isEditTool(block: UnifiedContent): block is ToolUse<'Edit', EditToolInput> {
  return hasText(block, 'Edit', 'file_path');
}

export function isGlobTool(block: UnifiedContent): block is ToolUse<'Glob', GlobToolInput> {
  return hasText(block, 'Glob', 'pattern');
}

export function isGrepTool(block: UnifiedContent): block is ToolUse<'Grep', GrepToolInput> {
  return hasText(block, 'Grep', 'pattern');
}

export function isLsTool(block: UnifiedContent): block is ToolUse<'LS', LsToolInput> {
  return hasText(block, 'LS', 'path');
}

export function isTodoWriteTool(block: UnifiedContent): block is ToolUse<'TodoWrite', TodoWriteToolInput> {
  return block.type === 'tool_use' && block.name === 'TodoWrite' && Array.isArray(block.input.todos);
}

export function isWebSearchTool(block: UnifiedContent): block is ToolUse<'WebSearch', WebSearchToolInput> {
  return hasText(block, 'WebSearch', 'query');
}

export function isWebFetchTool(block: UnifiedContent): block is ToolUse<'WebFetch', WebFetchToolInput> {
  return hasText(block, 'WebFetch', 'url');
}

/** Claude Code has called it `Agent` since 2.1.75. */
export function isTaskTool(block: UnifiedContent): block is ToolUse<'Task' | 'Agent', TaskToolInput> {
  return hasText(block, 'Task', 'prompt') || hasText(block, 'Agent', 'prompt');
}

/** A tool of an MCP server: its input is the server's business. */
export function isMcpTool(block: UnifiedContent): block is ToolUse<`mcp__${string}`, Record<string, unknown>> {
  return block.type === 'tool_use' && block.name.startsWith('mcp__');
}

/** The name alone does not make the type true: arguments that were no JSON stand in the input as `raw`. */
function hasText(block: UnifiedContent, name: string, field: string): boolean {
  return block.type === 'tool_use' && block.name === name && typeof block.input[field] === 'string';
}
