import { isObject, type JsonObject } from '../../lines/json.ts';
import { type ClaudeTwin, inMilliseconds, twinVocabulary } from './claude-twins.ts';
import { renamer } from './item-calls.ts';

const inFile = renamer({ path: 'file_path' });
const replaced = renamer({ path: 'file_path', oldText: 'old_string', newText: 'new_string' });

/** pi's own tools. Those of its extensions and `codemode` keep their names. */
const TWINS = new Map<string, ClaudeTwin>([
  ['bash', { name: 'Bash', input: inMilliseconds }],
  ['read', { name: 'Read', input: inFile }],
  ['write', { name: 'Write', input: inFile }],
  ['edit', { name: (input) => (isMultiple(input) ? 'MultiEdit' : 'Edit'), input: editInput }],
  ['grep', { name: 'Grep', input: renamer({ ignoreCase: '-i', context: '-C', limit: 'head_limit' }) }],
  ['find', { name: 'Glob' }],
  ['ls', { name: 'LS' }],
]);

export const piVocabulary = twinVocabulary(TWINS);

function isMultiple({ edits }: JsonObject): boolean {
  return Array.isArray(edits) && edits.length !== 1;
}

/** From 0.73 on an edit is a list of edits; before it was one. */
function editInput(input: JsonObject): JsonObject {
  const { edits, ...rest } = input;
  if (!Array.isArray(edits) || !edits.every(isObject)) return replaced(input);
  const [first, ...others] = edits.map(replaced);
  const file = inFile(rest);
  return first && others.length === 0 ? { ...file, ...first } : { ...file, edits: edits.map(replaced) };
}
