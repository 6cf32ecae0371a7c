import { isObject, type JsonObject } from '../lines/json.ts';
import type { FileChange } from '../thread/item.ts';
import { editsIn } from '../tools/call-edits.ts';
import { patchHunks } from '../tools/patch-hunks.ts';
import { resolvePath } from '../tools/paths.ts';
import type { FileAction } from './file-op.ts';

const PATHS = ['file_path', 'filePath', 'path', 'absolute_path', 'notebook_path'];
const CONTENTS = ['content', 'file_text', 'fileText'];

/** A call that changes files, as the agent asked for it. */
export interface ChangingCall {
  input: unknown;
  changes: readonly FileChange[];
  cwd?: string | undefined;
}

/**
 * What a call did to files. The texts that the model wrote come first, because they are true to the byte; then what the
 * agent says of the file before and after; a diff is the last resort.
 */
export function callActions({ input, changes, cwd }: ChangingCall): FileAction[] {
  const [change] = changes;
  const given = isObject(input) ? input : {};
  const path = textOf(given, PATHS) ?? change?.path;
  if (path !== undefined && changes.length <= 1) {
    const edits = editsIn(given);
    const place = resolvePath(cwd, path);
    const old = change?.old_content;
    // Some agents tell only the text that was replaced and the new one, not the file.
    const isPart = edits.some((edit) => edit.old === old && edit.new === change?.new_content);
    const before = isPart ? undefined : old;
    if (edits.length > 0) return [{ kind: 'edit', path: place, before, edits }];
    const content = textOf(given, CONTENTS);
    if (content !== undefined) return [{ kind: 'write', path: place, content, before: old ?? newFile(change) }];
  }
  return changes.flatMap((each) => changeActions(each, cwd));
}

function newFile(change: FileChange | undefined): string | undefined {
  return change?.kind === 'add' ? '' : undefined;
}

function changeActions(change: FileChange, cwd: string | undefined): FileAction[] {
  const path = resolvePath(cwd, change.path);
  const to = change.move_path ? resolvePath(cwd, change.move_path) : undefined;
  const actions: FileAction[] = [];
  if (change.kind === 'delete') return [{ kind: 'delete', path, before: change.old_content }];
  if (change.new_content !== undefined) {
    actions.push({ kind: 'write', path, content: change.new_content, before: change.old_content ?? newFile(change) });
  } else if (change.diff !== undefined) {
    const hunks = patchHunks(change.diff);
    if (hunks.length > 0) actions.push({ kind: 'patch', path, hunks, before: change.old_content });
  }
  if (to !== undefined && to !== path) actions.push({ kind: 'move', path, to });
  return actions;
}

function textOf(input: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) if (typeof input[name] === 'string') return input[name];
  return undefined;
}
