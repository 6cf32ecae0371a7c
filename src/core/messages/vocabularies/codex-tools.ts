import { isObject, type JsonObject } from '../../lines/json.ts';
import { unwrapArgv } from '../../tools/shell-words.ts';
import { parseMcpName } from '../../tools/tool-names.ts';
import { changesOfPatch, fileChangeTool } from './file-changes.ts';
import { claudeMcpName, renamer, todoInput } from './item-calls.ts';
import type { ToolUse } from './vocabulary.ts';

interface ClaudeTool {
  name: string;
  input: (input: JsonObject, name: string) => JsonObject;
}

const bash: ClaudeTool = { name: 'Bash', input: bashInput };
const task: ClaudeTool = { name: 'Task', input: taskInput };
const todoWrite: ClaudeTool = { name: 'TodoWrite', input: planInput };

/** Codex's tools that Claude has too. All others keep their own name. */
const CLAUDE_TOOLS = new Map<string, ClaudeTool>([
  ['shell', bash],
  ['shell_command', bash],
  ['exec_command', bash],
  ['local_shell', bash],
  ['local_shell_call', bash],
  ['container.exec', bash],
  ['unified_exec', bash],
  ['command_execution', bash],
  ['apply_patch', { name: 'Edit', input: patchInput }],
  ['file_change', { name: 'Edit', input: patchInput }],
  ['update_plan', todoWrite],
  ['todo_list', todoWrite],
  ['read_file', { name: 'Read', input: renamer({ path: 'file_path' }) }],
  ['view_image', { name: 'Read', input: renamer({ path: 'file_path' }) }],
  ['write_file', { name: 'Write', input: renamer({ path: 'file_path' }) }],
  ['edit_file', { name: 'Edit', input: renamer({ path: 'file_path' }) }],
  ['list_dir', { name: 'LS', input: renamer({ dir_path: 'path' }) }],
  ['grep_files', { name: 'Grep', input: renamer({ include: 'glob', limit: 'head_limit' }) }],
  ['web_search', { name: 'WebSearch', input: (input) => webTool(input).input }],
  ['web_search_call', { name: 'WebSearch', input: (input) => webTool(input).input }],
  ['spawn_agent', task],
  ['spawn_agents_on_csv', task],
  ['send_input', task],
  ['send_message', task],
  ['followup_task', task],
  ['wait_agent', task],
  ['resume_agent', task],
  ['interrupt_agent', task],
  ['close_agent', task],
  ['list_agents', task],
]);

/** Claude's name for a tool of Codex, or its own name if Claude has no such tool. */
export function mapCodexToolToClaude(name: string, namespace?: string): string {
  const known = CLAUDE_TOOLS.get(name);
  if (known) return known.name;
  const mcp = parseMcpName(name, namespace);
  return mcp ? claudeMcpName(mcp.server, mcp.tool) : name;
}

/** The input that Claude's tool of that name takes. An input that is not an object is kept as `{raw}`. */
export function transformToolInput(name: string, input: unknown): Record<string, unknown> {
  const tool = CLAUDE_TOOLS.get(name);
  const object = asObject(name, input);
  return tool ? tool.input(object, name) : object;
}

/** A call as calls of Claude's tools: one per file of a patch, otherwise exactly one. */
export function toolUses(name: string, input: unknown, namespace?: string): ToolUse[] {
  const object = asObject(name, input);
  if (name === 'apply_patch') {
    const changes = changesOfPatch(object);
    if (changes.length > 0) return changes.map(fileChangeTool);
  }
  if (name === 'web_search' || name === 'web_search_call') return [webTool(object)];
  // Code mode also has a `wait`, for a script's cell. A wait for an agent has its id.
  const known = name === 'wait' && (object.ids !== undefined || object.targets !== undefined) ? 'wait_agent' : name;
  return [{ name: mapCodexToolToClaude(known, namespace), input: transformToolInput(known, object) }];
}

/** Arguments are JSON text, parsed JSON, or free text (`apply_patch`, scripts). */
function asObject(name: string, input: unknown): JsonObject {
  if (isObject(input)) return input;
  if (input === undefined || input === null || input === '') return {};
  if (typeof input !== 'string') return { raw: input };
  try {
    const parsed: unknown = JSON.parse(input);
    if (isObject(parsed)) return parsed;
  } catch {
    // Free text is not an error: the tool takes it as it is.
  }
  return name === 'apply_patch' ? { input } : { raw: input };
}

/** Only the command: folder, time limit and permissions do not say what was done. */
function bashInput(input: JsonObject): JsonObject {
  const action = isObject(input.action) ? input.action : input;
  const command = action.command ?? action.cmd ?? action.input;
  if (typeof command === 'string') return { command };
  if (Array.isArray(command) && command.every((word) => typeof word === 'string')) {
    return { command: unwrapArgv(command) };
  }
  return input;
}

function patchInput(input: JsonObject): JsonObject {
  const changes = changesOfPatch(input);
  const [first] = changes;
  if (!first) return input;
  if (changes.length === 1) return fileChangeTool(first).input;
  return { ...fileChangeTool(first).input, changes };
}

function planInput(input: JsonObject): JsonObject {
  return todoInput(input.plan ?? input.items ?? input.todos) ?? input;
}

function taskInput(input: JsonObject, name: string): JsonObject {
  const { message, prompt, ...rest } = input;
  const text = typeof prompt === 'string' ? prompt : message;
  return { description: name, prompt: typeof text === 'string' ? text : '', ...rest };
}

/** Codex's wording of a search within a page. */
const FIND_IN_PAGE = /^'(.*)' in (https?:\/\/\S+)$/s;

/** A web search becomes Claude's `WebSearch`. A page that was opened or searched becomes `WebFetch`. */
export function webTool(search: { query?: unknown; action?: unknown }): ToolUse {
  const query = webQuery(search);
  const action: JsonObject = isObject(search.action) ? search.action : {};
  if (typeof action.url === 'string') return fetchTool(action.url, action.pattern);
  // Codex up to 0.90 does not name the action, and 0.117 to 0.155 say `other`. The query still shows it.
  const found = FIND_IN_PAGE.exec(query);
  if (found?.[2] !== undefined) return fetchTool(found[2], found[1]);
  if (/^https?:\/\/\S+$/.test(query)) return fetchTool(query);
  return { name: 'WebSearch', input: { query } };
}

function fetchTool(url: string, pattern?: unknown): ToolUse {
  return { name: 'WebFetch', input: typeof pattern === 'string' ? { url, pattern } : { url } };
}

/** The query in Codex's own words for each action. The live stream has these words, but not every file. */
export function webQuery(search: { query?: unknown; action?: unknown }): string {
  if (typeof search.query === 'string' && search.query !== '') return search.query;
  const action: JsonObject = isObject(search.action) ? search.action : {};
  const { query, queries, url, pattern } = action;
  if (typeof query === 'string' && query !== '') return query;
  if (Array.isArray(queries) && typeof queries[0] === 'string') {
    return queries.length > 1 ? `${queries[0]} ...` : queries[0];
  }
  if (typeof url !== 'string') return typeof pattern === 'string' ? `'${pattern}'` : '';
  return typeof pattern === 'string' ? `'${pattern}' in ${url}` : url;
}
