import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { FileChange } from '../../thread/item.ts';
import { plainPath } from '../../tools/paths.ts';
import { optionalText } from '../field-checks.ts';
import { badField, fieldTable } from '../field-table.ts';

/** Source: `FileChange` of codex-rs/protocol. `content` is the new text of an added file, else the old one. */
const changeTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  content: optionalText(wire.content),
  unified_diff: optionalText(wire.unified_diff),
  move_path: optionalText(wire.move_path),
}));

/** Reads Codex's map of paths to changes. Undefined if the value is not a map. */
export function fileChanges(value: unknown, problems: Problem[]): FileChange[] | undefined {
  if (!isObject(value)) return undefined;
  const changes: FileChange[] = [];
  for (const path of Object.keys(value)) changes.push(fileChange(path, value[path], problems));
  return changes;
}

/** All forms of the kind of a change: `"delete"`, `{"add": {…}}` up to 0.58, `{"type": "add", …}`. */
function fileChange(path: string, value: unknown, problems: Problem[]): FileChange {
  if (typeof value === 'string') return { path, kind: value };
  if (isObject(value) && typeof value.type === 'string') return typedChange(path, value.type, value, problems);
  const [kind, ...others] = isObject(value) ? Object.keys(value) : [];
  const inner = isObject(value) && kind !== undefined && others.length === 0 ? value[kind] : undefined;
  if (kind !== undefined && isObject(inner)) return typedChange(path, kind, inner, problems);
  problems.push(badField('a change of a file', value));
  return { path, kind: 'update', extra: isObject(value) ? value : { change: value } };
}

function typedChange(path: string, kind: string, fields: JsonObject, problems: Problem[]): FileChange {
  const read = changeTable.read(fields, problems);
  const change: FileChange = { path, kind };
  if (read.content !== undefined) change[kind === 'delete' ? 'old_content' : 'new_content'] = read.content;
  if (read.unified_diff !== undefined) change.diff = read.unified_diff;
  if (read.move_path !== undefined) change.move_path = plainPath(read.move_path);
  if (read.extra) change.extra = read.extra;
  return change;
}
