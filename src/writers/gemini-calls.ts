import { isObject, type JsonObject } from '../lines/json.ts';
import { plainName, type SessionCall } from './session-format.ts';

/** A tool of Gemini's that does the same as one of Claude's. */
interface GeminiTwin {
  name: string;
  /** The input by Gemini's names; undefined where it would not be read again as it was. */
  args?: (input: JsonObject) => JsonObject | undefined;
}

const TWINS = new Map<string, GeminiTwin>([
  ['Bash', { name: 'run_shell_command' }],
  ['Read', { name: 'read_file', args: without('absolute_path', 'path') }],
  ['Edit', { name: 'replace', args: editArgs }],
  ['Write', { name: 'write_file' }],
  ['Glob', { name: 'glob', args: without('dir_path') }],
  ['Grep', { name: 'grep_search', args: without('dir_path', 'include', 'include_pattern') }],
  ['WebSearch', { name: 'google_web_search' }],
  ['WebFetch', { name: 'web_fetch', args: (input) => (typeof input.url === 'string' ? input : undefined) }],
  ['TodoWrite', { name: 'write_todos', args: todoArgs }],
]);

/** A call as it stands in a chat of Gemini CLI, by Gemini's names where it has such a tool. */
export function geminiCall(call: SessionCall, timestamp: string): object {
  const { id, output, isError } = call;
  const twin = TWINS.get(call.name);
  const twinArgs = twin?.args ? twin.args(call.input) : call.input;
  const name = twin && twinArgs ? twin.name : plainName(call.name);
  const response = isError ? { error: output } : { output };
  return {
    id,
    name,
    args: twinArgs ?? call.input,
    result: [{ functionResponse: { id, name, response } }],
    status: isError ? 'error' : 'success',
    timestamp,
    displayName: call.name,
    description: '',
    renderOutputAsMarkdown: false,
    resultDisplay: output,
  };
}

/** The same input, unless it has names that the reader takes for others of Gemini's. */
function without(...names: readonly string[]): (input: JsonObject) => JsonObject | undefined {
  return (input) => (names.some((name) => Object.hasOwn(input, name)) ? undefined : input);
}

function editArgs(input: JsonObject): JsonObject | undefined {
  return typeof input.old_string === 'string' && typeof input.new_string === 'string' ? input : undefined;
}

function todoArgs({ todos, ...rest }: JsonObject): JsonObject | undefined {
  if (!Array.isArray(todos) || Object.keys(rest).length > 0) return undefined;
  const steps: JsonObject[] = [];
  for (const todo of todos) {
    if (!isObject(todo) || typeof todo.content !== 'string' || typeof todo.status !== 'string') return undefined;
    if (Object.keys(todo).length !== 2) return undefined;
    steps.push({ description: todo.content, status: todo.status });
  }
  return { todos: steps };
}
