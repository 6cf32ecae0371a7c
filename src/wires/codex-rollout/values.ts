import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import type { FileChange } from '../../thread/item.ts';
import type { FieldReader } from '../fields.ts';

/** What is left of an object without the fields that were read; undefined when nothing is. */
export function rest(source: JsonObject, known: ReadonlySet<string>): JsonObject | undefined {
  let left: JsonObject | undefined;
  for (const key in source) {
    if (known.has(key) || source[key] === undefined) continue;
    left ??= {};
    setOwn(left, key, source[key]);
  }
  return left;
}

/** How many fields an object has: where all known ones are there, it tells whether there are others. */
export function countFields(source: JsonObject): number {
  let fields = 0;
  for (const _name in source) fields += 1;
  return fields;
}

/** Reads a text that may be missing; any other type is a problem. */
export function optionalText(value: unknown, name: string, problems: Problem[]): string | undefined {
  if (typeof value === 'string') return value;
  if (value !== undefined && value !== null)
    problems.push({ code: 'bad-field', message: `${name} has the wrong type` });
  return undefined;
}

/** A path, also where newer files write it as a `file:` URL. */
export function plainPath(path: string): string {
  if (!path.startsWith('file://')) return path;
  const encoded = path.slice('file://'.length);
  try {
    const plain = encoded.includes('%') ? decodeURIComponent(encoded) : encoded;
    return /^\/[A-Za-z]:/.test(plain) ? plain.slice(1) : plain;
  } catch {
    return path;
  }
}

/** A path seen from a folder. Live events name whole paths, patches the way from the working folder. */
export function resolvePath(folder: string | undefined, path: string): string {
  if (folder === undefined || path === '' || path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)) return path;
  const parts = folder.replace(/\/+$/, '').split('/');
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 1) parts.pop();
    else if (part !== '.' && part !== '' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

/**
 * A map of paths to changes. Up to 0.58 the kind is the only key (`{"update": {…}}`, or the text `"delete"`), since
 * then it is the field `type`.
 */
export const changeMap: FieldReader = (value) => {
  if (!isObject(value)) return undefined;
  return Object.keys(value).map((path) => readChange(path, value[path]));
};

const CHANGE_FIELDS = new Set(['type', 'content', 'unified_diff', 'move_path']);

function readChange(path: string, value: unknown): FileChange {
  if (!isObject(value)) return { path, kind: typeof value === 'string' ? value : 'update' };
  const inner = typeof value.type === 'string' ? value : unwrapKind(value);
  const kind = typeof inner.type === 'string' ? inner.type : 'update';
  const change: FileChange = { path, kind };
  if (typeof inner.content === 'string') change[kind === 'delete' ? 'old_content' : 'new_content'] = inner.content;
  if (typeof inner.unified_diff === 'string') change.diff = inner.unified_diff;
  if (typeof inner.move_path === 'string') change.move_path = plainPath(inner.move_path);
  const extra = rest(inner, CHANGE_FIELDS);
  if (extra) change.extra = extra;
  return change;
}

function unwrapKind(value: JsonObject): JsonObject {
  const [kind] = Object.keys(value);
  const inner = kind === undefined ? undefined : value[kind];
  return isObject(inner) ? { type: kind, ...inner } : value;
}

/** Without the record's kind, which the event or the item has under its own name. */
export function fieldsOf(payload: JsonObject): JsonObject {
  const { type: _type, ...fields } = payload;
  return fields;
}

/** The fields of an event that is a message and no more. */
export const MESSAGE_FIELDS: ReadonlySet<string> = new Set(['type', 'message']);
