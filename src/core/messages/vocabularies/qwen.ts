import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import type { AgentCall } from '../../thread/item.ts';
import { itemCall, oneCall, renamer, todoInput, toObject } from './item-calls.ts';
import { itemResult } from './item-results.ts';
import type { ToolCall, ToolVocabulary } from './vocabulary.ts';

interface ClaudeTwin {
  name: string;
  input?: (input: JsonObject) => JsonObject;
}

const task: ClaudeTwin = { name: 'Task' };

/** Qwen Code's tools that Claude has too. Their inputs have Claude's names already. All others keep their own name. */
const CLAUDE_TWINS = new Map<string, ClaudeTwin>([
  ['run_shell_command', { name: 'Bash' }],
  ['read_file', { name: 'Read', input: renamer({ absolute_path: 'file_path' }) }],
  ['write_file', { name: 'Write' }],
  ['edit', { name: 'Edit' }],
  ['replace', { name: 'Edit' }],
  ['grep_search', { name: 'Grep' }],
  ['glob', { name: 'Glob' }],
  ['list_directory', { name: 'LS' }],
  ['todo_write', { name: 'TodoWrite', input: (input) => todoInput(input.todos) ?? input }],
  ['agent', task],
  ['task', task],
  ['web_fetch', { name: 'WebFetch' }],
  ['web_search', { name: 'WebSearch' }],
  ['skill', { name: 'Skill' }],
  ['notebook_edit', { name: 'NotebookEdit' }],
  ['exit_plan_mode', { name: 'ExitPlanMode' }],
  ['ask_user_question', { name: 'AskUserQuestion' }],
  ['task_stop', { name: 'TaskStop' }],
  ['tool_search', { name: 'ToolSearch' }],
]);

export const qwenVocabulary: ToolVocabulary = {
  call: (item, cwd) => (item.call ? twinOf(item.call) : itemCall(item, cwd)),
  result(item, cwd) {
    const result = itemResult(item, cwd);
    return item.call?.is_error ? { ...result, isError: true } : result;
  },
};

/** `tool_call` is a bridge to tools that the model found by a search: its input is the call. */
function twinOf(call: AgentCall): ToolCall {
  if (call.handed_over) return oneCall(call.name, toObject(call.input), `${call.name}\n${jsonText(call.input)}`);
  const bridged = call.name === 'tool_call' ? toObject(call.input) : {};
  const isBridge = typeof bridged.name === 'string' && isObject(bridged.arguments);
  const { name, input } = isBridge ? { name: String(bridged.name), input: bridged.arguments } : call;
  const twin = CLAUDE_TWINS.get(name);
  const own = toObject(input);
  return oneCall(twin?.name ?? name, twin?.input?.(own) ?? own, `${name}\n${jsonText(input)}`);
}
