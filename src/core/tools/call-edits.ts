import { isObject, type JsonObject } from '../lines/json.ts';
import type { TextEdit } from './apply-edits.ts';

/** The names that agents give to the two texts of an edit. */
const PAIRS: readonly [old: string, next: string][] = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['before', 'after'],
];

/** The replacements of a call: one, or a list of them. */
export function editsIn(input: JsonObject): TextEdit[] {
  const listed = Array.isArray(input.edits) ? input.edits : [input];
  const edits = listed.map((each: unknown) => (isObject(each) ? editOf(each) : undefined));
  return edits.every((edit) => edit !== undefined) ? edits : [];
}

function editOf(input: JsonObject): TextEdit | undefined {
  for (const [oldName, newName] of PAIRS) {
    const [old, next] = [input[oldName], input[newName]];
    if (typeof old === 'string' && typeof next === 'string') {
      return { old, new: next, all: input.replace_all === true || input.replaceAll === true };
    }
  }
  return undefined;
}
