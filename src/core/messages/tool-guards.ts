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

/** A tool is known by its name and by a text that its input must have. */
function guardOf<Name extends string, Input>(name: Name, field: string & keyof Input) {
  return (block: UnifiedContent): block is ToolUse<Name, Input> => hasText(block, name, field);
}

export const isBashTool = guardOf<'Bash', BashToolInput>('Bash', 'command');
export const isReadTool = guardOf<'Read', ReadToolInput>('Read', 'file_path');
export const isWriteTool = guardOf<'Write', WriteToolInput>('Write', 'file_path');
export const isEditTool = guardOf<'Edit', EditToolInput>('Edit', 'file_path');
export const isGlobTool = guardOf<'Glob', GlobToolInput>('Glob', 'pattern');
export const isGrepTool = guardOf<'Grep', GrepToolInput>('Grep', 'pattern');
export const isLsTool = guardOf<'LS', LsToolInput>('LS', 'path');

export function isTodoWriteTool(block: UnifiedContent): block is ToolUse<'TodoWrite', TodoWriteToolInput> {
  return block.type === 'tool_use' && block.name === 'TodoWrite' && Array.isArray(block.input.todos);
}

export const isWebSearchTool = guardOf<'WebSearch', WebSearchToolInput>('WebSearch', 'query');
export const isWebFetchTool = guardOf<'WebFetch', WebFetchToolInput>('WebFetch', 'url');

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
