import type { ToolUseContent, UnifiedContent } from './message.ts';

/** A shell command, without its shell wrapper. */
export interface BashToolInput {
  command: string;
}

/** A file or an image to read. */
export interface ReadToolInput {
  file_path: string;
  offset?: number;
  limit?: number;
}

/** A file to create or replace. */
export interface WriteToolInput {
  file_path: string;
  /** The file's text. Absent if the agent does not give it (live Codex). */
  content?: string;
  /** The text as a diff, if the agent wrote one. */
  diff?: string;
}

/** A file to change. */
export interface EditToolInput {
  file_path: string;
  /** The hunks, if the agent wrote them. */
  diff?: string;
  /** The path that the file was moved to. */
  new_path?: string;
  old_string?: string;
  new_string?: string;
}

/** A search for files by name. */
export interface GlobToolInput {
  pattern: string;
  path?: string;
}

/** A search for text in files. */
export interface GrepToolInput {
  pattern: string;
  path?: string;
  /** Search only files that match. */
  glob?: string;
  head_limit?: number;
}

/** A folder to list. */
export interface LsToolInput {
  path: string;
}

/** One step of a plan. */
export interface TodoInput {
  content: string;
  /** `pending`, `in_progress` or `completed`. Live Codex does not use `in_progress`. */
  status: string;
}

/** The whole plan at that time. */
export interface TodoWriteToolInput {
  todos: TodoInput[];
}

/** A web search. */
export interface WebSearchToolInput {
  query: string;
}

/** A web page to open, or to search for a pattern. */
export interface WebFetchToolInput {
  url: string;
  pattern?: string;
}

/** Work given to another agent, or done with it. */
export interface TaskToolInput {
  /** The agent's own name for the call: `spawn_agent`, `wait`, … */
  description: string;
  prompt: string;
}

/** A `tool_use` with a known tool and input. */
type ToolUse<Name extends string, Input> = ToolUseContent & { name: Name; input: Input };

/** A guard checks the tool's name and one text that its input must have. */
function guardOf<Name extends string, Input>(name: Name, field: string & keyof Input) {
  return (block: UnifiedContent): block is ToolUse<Name, Input> => hasText(block, name, field);
}

/** True for a call of `Bash` whose input has a command. */
export const isBashTool = guardOf<'Bash', BashToolInput>('Bash', 'command');
/** True for a call of `Read` whose input names a file. */
export const isReadTool = guardOf<'Read', ReadToolInput>('Read', 'file_path');
/** True for a call of `Write` whose input names a file. */
export const isWriteTool = guardOf<'Write', WriteToolInput>('Write', 'file_path');
/** True for a call of `Edit` whose input names a file. */
export const isEditTool = guardOf<'Edit', EditToolInput>('Edit', 'file_path');
/** True for a call of `Glob` whose input has a pattern. */
export const isGlobTool = guardOf<'Glob', GlobToolInput>('Glob', 'pattern');
/** True for a call of `Grep` whose input has a pattern. */
export const isGrepTool = guardOf<'Grep', GrepToolInput>('Grep', 'pattern');
/** True for a call of `LS` whose input names a folder. */
export const isLsTool = guardOf<'LS', LsToolInput>('LS', 'path');

/** True for a call of `TodoWrite` whose input has a list of entries. */
export function isTodoWriteTool(block: UnifiedContent): block is ToolUse<'TodoWrite', TodoWriteToolInput> {
  return block.type === 'tool_use' && block.name === 'TodoWrite' && Array.isArray(block.input.todos);
}

/** True for a call of `WebSearch` whose input has a query. */
export const isWebSearchTool = guardOf<'WebSearch', WebSearchToolInput>('WebSearch', 'query');
/** True for a call of `WebFetch` whose input has an address. */
export const isWebFetchTool = guardOf<'WebFetch', WebFetchToolInput>('WebFetch', 'url');

/** Claude Code calls it `Agent` since 2.1.75. */
export function isTaskTool(block: UnifiedContent): block is ToolUse<'Task' | 'Agent', TaskToolInput> {
  return hasText(block, 'Task', 'prompt') || hasText(block, 'Agent', 'prompt');
}

/** A tool of an MCP server. Only the server knows the form of its input. */
export function isMcpTool(block: UnifiedContent): block is ToolUse<`mcp__${string}`, Record<string, unknown>> {
  return block.type === 'tool_use' && block.name.startsWith('mcp__');
}

/** The name alone does not prove the type: arguments that were not JSON are in the input as `raw`. */
function hasText(block: UnifiedContent, name: string, field: string): boolean {
  return block.type === 'tool_use' && block.name === name && typeof block.input[field] === 'string';
}
