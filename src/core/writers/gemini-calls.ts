import { isObject, type JsonObject } from '../lines/json.ts';
import { shownCallId } from '../thread/hand-over.ts';
import { plainName, type SessionCall } from './session-format.ts';

/** Gemini's equivalent of one of Claude's tools. */
interface GeminiTwin {
  name: string;
  /** The input under Gemini's names. Undefined if it would not read back the same. */
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

/** A call in a chat of Gemini CLI: the shown form, and the call and its end as given to the model. */
export interface GeminiCall {
  shown: object;
  call: object;
  response: object;
}

/**
 * A call in a chat of Gemini CLI, under Gemini's name if it has such a tool. The shown form has another id: otherwise
 * Gemini CLI would add the result to it when it resumes the chat, and send it twice from then on.
 */
export function geminiCall(call: SessionCall, timestamp: string): GeminiCall {
  const { id, output, isError } = call;
  const twin = TWINS.get(call.name);
  const twinArgs = twin?.args ? twin.args(call.input) : call.input;
  const name = twin && twinArgs ? twin.name : plainName(call.name);
  const response = isError ? { error: output } : { output };
  const args = twinArgs ?? call.input;
  const shown = {
    id: shownCallId(id),
    name,
    args,
    status: isError ? 'error' : 'success',
    timestamp,
    displayName: call.name,
    description: '',
    renderOutputAsMarkdown: false,
    resultDisplay: output,
  };
  return { shown, call: { functionCall: { id, name, args } }, response: { functionResponse: { id, name, response } } };
}

/** The same input, unless it has names that the reader would take for others of Gemini's. */
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
