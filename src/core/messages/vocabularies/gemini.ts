import { isObject, type JsonObject } from '../../lines/json.ts';
import { type ClaudeTwin, twinVocabulary } from './claude-twins.ts';
import { renamer, todoInput } from './item-calls.ts';

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

export const geminiVocabulary = twinVocabulary(CLAUDE_TWINS);

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
