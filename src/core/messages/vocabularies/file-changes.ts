import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { FileChange } from '../../thread/item.ts';
import { parsePatch } from '../../tools/apply-patch.ts';
import { isWholePath, resolvePath } from '../../tools/paths.ts';
import { joinWords } from '../../tools/shell-words.ts';
import type { ToolUse } from './vocabulary.ts';

/** The change of one file as Claude would make it. Claude has no tool to delete, so that is a command. */
export function fileChangeTool(change: FileChange): ToolUse {
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

/** The changes of a patch given as text (`{input: patch}`) or by an item (`{changes}`). */
export function changesOfPatch(input: JsonObject): FileChange[] {
  if (typeof input.input === 'string') return parsePatch(input.input) ?? [];
  if (!Array.isArray(input.changes)) return [];
  return input.changes.filter(isFileChange);
}

function isFileChange(change: unknown): change is FileChange & JsonObject {
  return isObject(change) && typeof change.path === 'string' && typeof change.kind === 'string';
}

/**
 * The changes in one order, with whole paths. Agents write them in the order of a hash table or of the patch, and
 * relative to the thread's working folder or not.
 */
export function wholeChanges(changes: readonly FileChange[], cwd: string | undefined): readonly FileChange[] {
  const known = lastWhole.get(changes);
  if (known && known.cwd === cwd) return known.whole;
  const whole = makeWhole(changes, cwd);
  lastWhole.set(changes, { cwd, whole });
  return whole;
}

/** A call and its result need the same list, and sorting it takes the most time of a patch with many files. */
const lastWhole = new WeakMap<readonly FileChange[], { cwd: string | undefined; whole: readonly FileChange[] }>();

function makeWhole(changes: readonly FileChange[], cwd: string | undefined): FileChange[] {
  const folder = isTooMuch(changes, cwd) ? undefined : cwd;
  const whole = changes.map((change) => {
    const path = wholePath(change.path, folder);
    if (typeof change.move_path === 'string')
      return { ...change, path, move_path: wholePath(change.move_path, folder) };
    // Copies of a hundred thousand changes that need none would be most of a patch's memory.
    return path === change.path ? change : { ...change, path };
  });
  return whole.sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
}

/** A long folder before each of many short names would turn a small patch into gigabytes. Such paths stay as is. */
function isTooMuch(changes: readonly FileChange[], cwd = ''): boolean {
  if (changes.length * cwd.length <= coreLimits.freeJoinedPathsLength) return false;
  let length = 0;
  for (const { path } of changes) length += path.length + CHANGE_LENGTH;
  return changes.length * cwd.length > coreLimits.freeJoinedPathsLength + length * coreLimits.maxJoinedPathsGrowth;
}

/** The least length of a change on the wire, without its path. */
const CHANGE_LENGTH = 24;
/** Live paths keep the `..` that the model wrote. */
const DOTS = /[/\\]\.\.?(?:[/\\]|$)/;

function wholePath(path: string, cwd: string | undefined): string {
  if (!isWholePath(path)) return resolvePath(cwd, path);
  if (!DOTS.test(path) || path.startsWith('\\')) return path;
  const root = path.startsWith('/') ? 1 : 3;
  return resolvePath(path.slice(0, root), path.slice(root));
}
