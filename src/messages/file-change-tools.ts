import { isObject, type JsonObject } from '../lines/json.ts';
import type { FileChange } from '../thread/item.ts';
import { parsePatch } from '../tools/apply-patch.ts';
import { joinWords } from '../tools/shell-words.ts';

/** A change of one file as Claude would make it. Claude has no tool to delete, so that is a command. */
export function fileChangeTool(change: FileChange): { name: string; input: JsonObject } {
  const { path, kind, diff, move_path, old_content, new_content } = change;
  if (kind === 'delete') return { name: 'Bash', input: { command: joinWords(['rm', path]) } };
  const input: JsonObject = { file_path: path };
  if (diff !== undefined) input.diff = diff;
  if (kind === 'add') {
    if (new_content !== undefined) input.content = new_content;
    return { name: 'Write', input };
  }
  if (typeof move_path === 'string') input.new_path = move_path;
  if (old_content !== undefined) input.old_string = old_content;
  if (new_content !== undefined) input.new_string = new_content;
  return { name: 'Edit', input };
}

/** The changes of an `apply_patch` call (`{input: patch}`) or of a `file_change` item (`{changes}`). */
export function changesOfPatch(input: JsonObject): FileChange[] {
  if (typeof input.input === 'string') return parsePatch(input.input) ?? [];
  if (!Array.isArray(input.changes)) return [];
  return input.changes.filter(isFileChange);
}

function isFileChange(change: unknown): change is FileChange & JsonObject {
  return isObject(change) && typeof change.path === 'string' && typeof change.kind === 'string';
}
