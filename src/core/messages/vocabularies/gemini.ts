import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import type { AgentCall, ThreadItem } from '../../thread/item.ts';
import { itemCall, oneCall, renamer, todoInput, toObject } from './item-calls.ts';
import { itemResult } from './item-results.ts';
import type { ToolCall, ToolVocabulary } from './vocabulary.ts';

interface ClaudeTwin {
  name: string;
  input?: (input: JsonObject) => JsonObject;
}

const grep: ClaudeTwin = {
  name: 'Grep',
  input: renamer({ dir_path: 'path', include: 'glob', include_pattern: 'glob' }),
};

/** Gemini's tools that Claude has too. All others keep their own name. */
const CLAUDE_TWINS = new Map<string, ClaudeTwin>([
  ['run_shell_command', { name: 'Bash' }],
  ['replace', { name: 'Edit' }],
  ['edit', { name: 'Edit' }],
  ['write_file', { name: 'Write' }],
  ['read_file', { name: 'Read', input: renamer({ absolute_path: 'file_path', path: 'file_path' }) }],
  ['glob', { name: 'Glob', input: renamer({ dir_path: 'path' }) }],
  ['search_file_content', grep],
  ['grep_search', grep],
  ['list_directory', { name: 'LS', input: renamer({ dir_path: 'path' }) }],
  ['google_web_search', { name: 'WebSearch' }],
  ['web_fetch', { name: 'WebFetch', input: fetchInput }],
  ['write_todos', { name: 'TodoWrite', input: (input) => todoInput(input.todos) ?? input }],
  ['invoke_agent', { name: 'Task', input: taskInput }],
  ['delegate_to_agent', { name: 'Task', input: taskInput }],
  [
    'codebase_investigator',
    { name: 'Task', input: (input) => taskInput({ agent_name: 'codebase_investigator', ...input }) },
  ],
]);

export const geminiVocabulary: ToolVocabulary = {
  call(item, cwd) {
    const call = callOf(item);
    return call ? twinOf(call) : itemCall(item, cwd);
  },
  result: itemResult,
};

function callOf(item: ThreadItem): AgentCall | undefined {
  // Servers' tools have one form for all agents, unless the call is another agent's.
  if (item.type === 'mcp_tool_call' && !item.call?.handed_over) return undefined;
  if (item.call) return item.call;
  return item.type === 'tool_call' ? item : undefined;
}

function twinOf({ name, input }: AgentCall): ToolCall {
  const twin = CLAUDE_TWINS.get(name);
  const own = toObject(input);
  return oneCall(twin?.name ?? name, twin?.input?.(own) ?? own, `${name}\n${jsonText(input)}`);
}

/** Gemini takes a prompt that contains the address; Claude takes an address and a prompt. */
function fetchInput(input: JsonObject): JsonObject {
  if (typeof input.url === 'string' || typeof input.prompt !== 'string') return input;
  const [url] = /https?:\/\/\S+/.exec(input.prompt) ?? [];
  return url === undefined ? input : { url, ...input };
}

function taskInput(input: JsonObject): JsonObject {
  const { agent_name, prompt, objective, ...rest } = input;
  const text = typeof prompt === 'string' ? prompt : objective;
  return {
    description: typeof agent_name === 'string' ? agent_name : '',
    prompt: typeof text === 'string' ? text : '',
    ...(isObject(rest) ? rest : {}),
  };
}
