import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { itemCall, renamer, toObject } from './item-calls.ts';
import { itemResult } from './item-results.ts';
import type { ToolUse, ToolVocabulary } from './vocabulary.ts';

const file = renamer({ path: 'file_path' });

/** Tools that do one thing, under Claude's names. Those of Cline 2 are its names in messages for people. */
const CLAUDE_TWINS = new Map<string, (input: JsonObject) => ToolUse>([
  ['editor', editorUse],
  ['spawn_agent', taskUse],
  ['team_run_task', taskUse],
  ['ask_question', (input) => ({ name: 'AskUserQuestion', input })],
  ['readFile', (input) => ({ name: 'Read', input: file(input) })],
  ['listFilesTopLevel', (input) => ({ name: 'LS', input })],
  ['listFilesRecursive', (input) => ({ name: 'LS', input })],
  ['searchFiles', (input) => ({ name: 'Grep', input: renamer({ regex: 'pattern', filePattern: 'glob' })(input) })],
  ['webFetch', (input) => ({ name: 'WebFetch', input: renamer({ path: 'url' })(input) })],
]);

/** Tools that do several things in one call: the list of them in the input, and each as Claude's call. */
const LISTS = new Map<string, { list: string; use: (entry: unknown) => ToolUse }>([
  ['run_commands', { list: 'commands', use: commandUse }],
  ['read_files', { list: 'files', use: readUse }],
  ['search_codebase', { list: 'queries', use: (entry) => ({ name: 'Grep', input: asObject(entry, 'pattern') }) }],
  ['fetch_web_content', { list: 'requests', use: (entry) => ({ name: 'WebFetch', input: asObject(entry, 'url') }) }],
]);

export const clineVocabulary: ToolVocabulary = {
  call(item, cwd) {
    const call = item.call ?? (item.type === 'tool_call' ? item : undefined);
    if (!call || item.type === 'mcp_tool_call') return itemCall(item, cwd);
    const input = toObject(call.input);
    return { uses: usesOf(call.name, input), identity: `${call.name}\n${jsonText(call.input)}` };
  },
  result(item, cwd) {
    const result = itemResult(item, cwd);
    const parts = partsOf(item);
    return parts ? { ...result, texts: parts } : result;
  },
};

function usesOf(name: string, input: JsonObject): ToolUse[] {
  const several = LISTS.get(name);
  const { command, cmd = command, [several?.list ?? '']: given = cmd } = input;
  const entries = Array.isArray(given) ? given : given === undefined ? [] : [given];
  if (several && entries.length > 0) {
    const [first, ...others] = entries.map(several.use);
    if (first && others.length > 0) return [first, ...others];
    // What the model wrote beside the list is told once.
    const { [several.list]: _list, cmd: _cmd, command: _command, ...rest } = input;
    return first ? [{ name: first.name, input: { ...first.input, ...rest } }] : [];
  }
  return [CLAUDE_TWINS.get(name)?.(input) ?? { name, input }];
}

/** The results of a call that did several things. */
function partsOf({ extra }: ThreadItem): string[] | undefined {
  const parts = extra?.output;
  return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : undefined;
}

function asObject(entry: unknown, name: string): JsonObject {
  return isObject(entry) ? entry : { [name]: typeof entry === 'string' ? entry : jsonText(entry) };
}

function commandUse(entry: unknown): ToolUse {
  return { name: 'Bash', input: renamer({ cmd: 'command' })(asObject(entry, 'command')) };
}

/** Claude counts the lines to read, Cline names the last one. */
function readUse(entry: unknown): ToolUse {
  const { start_line: start, end_line: end, ...rest } = file(asObject(entry, 'file_path'));
  const input: JsonObject = rest;
  if (start !== undefined) input.offset = start;
  if (end !== undefined && typeof end === 'number' && typeof start === 'number') input.limit = end - start + 1;
  else if (end !== undefined) input.limit = end;
  return { name: 'Read', input };
}

function editorUse(input: JsonObject): ToolUse {
  const { old_text, insert_line } = input;
  const isWhole = (old_text === undefined || old_text === null) && (insert_line === undefined || insert_line === null);
  if (isWhole) return { name: 'Write', input: renamer({ path: 'file_path', new_text: 'content' })(input) };
  const names = { path: 'file_path', old_text: 'old_string', new_text: 'new_string' };
  return { name: 'Edit', input: renamer(names)(input) };
}

function taskUse({ task, ...rest }: JsonObject): ToolUse {
  return {
    name: 'Task',
    input: { description: '', prompt: typeof task === 'string' ? task : jsonText(task), ...rest },
  };
}
