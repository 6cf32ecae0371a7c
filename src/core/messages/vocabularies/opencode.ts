import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import { itemCall, oneCall, renamer, todoInput, toObject } from './item-calls.ts';
import { itemResult } from './item-results.ts';
import type { ToolCall, ToolVocabulary } from './vocabulary.ts';

interface ClaudeTwin {
  name: string;
  input?: (input: JsonObject) => JsonObject;
}

const file = renamer({ filePath: 'file_path' });
const edit = renamer({
  filePath: 'file_path',
  oldString: 'old_string',
  newString: 'new_string',
  replaceAll: 'replace_all',
});

/** The tools of OpenCode and Kilo that Claude has too. All others keep their own name. */
const CLAUDE_TWINS = new Map<string, ClaudeTwin>([
  ['bash', { name: 'Bash' }],
  ['background_process', { name: 'Bash', input: (input) => ({ run_in_background: true, ...input }) }],
  ['read', { name: 'Read', input: file }],
  ['write', { name: 'Write', input: file }],
  ['edit', { name: 'Edit', input: edit }],
  ['glob', { name: 'Glob' }],
  ['grep', { name: 'Grep', input: renamer({ include: 'glob' }) }],
  ['list', { name: 'LS' }],
  ['webfetch', { name: 'WebFetch' }],
  ['websearch', { name: 'WebSearch' }],
  ['todowrite', { name: 'TodoWrite', input: (input) => todoInput(input.todos) ?? input }],
  ['todoread', { name: 'TodoRead' }],
  ['task', { name: 'Task' }],
  ['skill', { name: 'Skill', input: renamer({ name: 'skill' }) }],
]);

export const opencodeVocabulary: ToolVocabulary = {
  call(item, cwd) {
    // A patch is told file by file, and a server's tool by the names of both.
    const isPatch = item.type === 'file_change' && item.call?.name === 'apply_patch';
    if (isPatch || item.type === 'mcp_tool_call') return itemCall(item, cwd);
    const { call } = item;
    if (typeof call?.name !== 'string') return itemCall(item, cwd);
    return call.name === 'invalid' ? invalidCall(call.input) : twinOf(call.name, call.input);
  },
  result: itemResult,
};

function twinOf(name: string, input: unknown): ToolCall {
  const twin = CLAUDE_TWINS.get(name);
  const own = toObject(input);
  return oneCall(twin?.name ?? name, twin?.input?.(own) ?? own, `${name}\n${jsonText(input)}`);
}

/** OpenCode answers in place of a tool that it does not know, or whose arguments are no JSON. */
function invalidCall(input: unknown): ToolCall {
  if (!isObject(input) || typeof input.tool !== 'string') return twinOf('invalid', input);
  const { tool, ...rest } = input;
  return oneCall(CLAUDE_TWINS.get(tool)?.name ?? tool, rest, `invalid\n${jsonText(input)}`);
}
