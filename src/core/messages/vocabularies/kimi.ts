import { isObject, type JsonObject } from '../../lines/json.ts';
import { type ClaudeTwin, inMilliseconds, twinVocabulary } from './claude-twins.ts';
import { renamer } from './item-calls.ts';

const inFile = renamer({ path: 'file_path' });

/** Kimi's tools whose name or input differs from Claude's. The others have the same, or none. */
const TWINS = new Map<string, ClaudeTwin>([
  ['Bash', { name: 'Bash', input: inMilliseconds }],
  ['Read', { name: 'Read', input: renamer({ path: 'file_path', line_offset: 'offset', n_lines: 'limit' }) }],
  ['ReadMediaFile', { name: 'Read', input: inFile }],
  ['Write', { name: 'Write', input: inFile }],
  ['Edit', { name: 'Edit', input: inFile }],
  ['Grep', { name: 'Grep', input: grepInput }],
  ['FetchURL', { name: 'WebFetch' }],
  ['TodoList', { name: 'TodoWrite', input: todosInput }],
  ['Agent', { name: 'Task' }],
  ['AgentSwarm', { name: 'Task' }],
]);

export const kimiVocabulary = twinVocabulary(TWINS);

function grepInput(input: JsonObject): JsonObject {
  return input.output_mode === 'count_matches' ? { ...input, output_mode: 'count' } : input;
}

function todosInput(input: JsonObject): JsonObject {
  const { todos } = input;
  if (!Array.isArray(todos) || !todos.every(isObject)) return input;
  return { ...input, todos: todos.map(todo) };
}

function todo({ title, status, ...rest }: JsonObject): JsonObject {
  return { content: title, status: status === 'done' ? 'completed' : status, ...rest };
}
