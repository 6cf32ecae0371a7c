import type { Problem } from '../errors.ts';
import { isObject, type JsonObject, setOwn } from '../lines/json.ts';

/** Reads the value of one field; undefined when it has the wrong type. */
export type FieldReader = (value: unknown, problems: Problem[]) => unknown;

/** A known field of a wire object. */
export interface Field {
  read: FieldReader;
  /** Other names that the wire has used for it. The field's own name wins where both are there. */
  aliases?: readonly string[];
  /** Makes the value where the wire has none that can be used. */
  otherwise?: () => unknown;
}

/** All known fields of a wire object, ready to look up. */
export interface FieldTable {
  byWireName: ReadonlyMap<string, { name: string; read: FieldReader }>;
  defaults: readonly { name: string; make: () => unknown }[];
}

export function fieldTable(fields: Readonly<Record<string, Field>>): FieldTable {
  const byWireName = new Map<string, { name: string; read: FieldReader }>();
  const defaults: { name: string; make: () => unknown }[] = [];
  for (const [name, { read, aliases = [], otherwise }] of Object.entries(fields)) {
    for (const alias of [name, ...aliases]) byWireName.set(alias, { name, read });
    if (otherwise) defaults.push({ name, make: otherwise });
  }
  return { byWireName, defaults };
}

/**
 * Reads an object by a table: known fields under their own names, everything else into `extra`, so that nothing is
 * lost. A field of the wrong type is a problem, and its value goes into `extra` too.
 */
export function readFields(
  table: FieldTable,
  source: JsonObject,
  problems: Problem[],
  target: JsonObject = {},
): JsonObject {
  let extra: JsonObject | undefined;
  for (const key of Object.keys(source)) {
    const field = table.byWireName.get(key);
    const value = source[key];
    if (field && (field.name === key || !Object.hasOwn(source, field.name)) && target[field.name] === undefined) {
      const read = field.read(value, problems);
      if (read !== undefined) {
        target[field.name] = read;
        continue;
      }
      problems.push(badField(key, value));
    }
    extra ??= {};
    setOwn(extra, key, value);
  }
  return withDefaults(table, target, extra);
}

/**
 * The same for an object that nobody needs any more: where all its fields are known by their own names, which is the
 * usual case, it becomes the result itself. Copying would cost a fifth of all the time.
 */
export function takeFields(table: FieldTable, source: JsonObject, problems: Problem[]): JsonObject {
  let left: JsonObject | undefined;
  for (const key in source) {
    const field = table.byWireName.get(key);
    const value = source[key];
    const read = field?.name === key ? field.read(value, problems) : undefined;
    if (read === undefined) {
      left ??= {};
      setOwn(left, key, value);
    } else if (read !== value) source[key] = read;
  }
  if (!left) return withDefaults(table, source, undefined);
  const taken: JsonObject = {};
  for (const key in source) if (!Object.hasOwn(left, key)) taken[key] = source[key];
  return readFields(table, left, problems, taken);
}

function withDefaults(table: FieldTable, target: JsonObject, extra: JsonObject | undefined): JsonObject {
  for (const { name, make } of table.defaults) {
    if (target[name] === undefined) target[name] = make();
  }
  if (extra) target.extra = extra;
  return target;
}

function badField(key: string, value: unknown): Problem {
  return { code: 'bad-field', message: `${key} has the wrong type: ${describeType(value)}` };
}

function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && !Number.isSafeInteger(value) ? `number out of range` : typeof value;
}

export const text: FieldReader = (value) => (typeof value === 'string' ? value : undefined);
export const flag: FieldReader = (value) => (typeof value === 'boolean' ? value : undefined);
export const list: FieldReader = (value) => (Array.isArray(value) ? value : undefined);
export const record: FieldReader = (value) => (isObject(value) ? value : undefined);
/** Any value, null included. */
export const anything: FieldReader = (value) => value;
/** A count. Numbers beyond 2^53 are not what the wire said, so they do not pass. */
export const count: FieldReader = (value) => (Number.isSafeInteger(value) ? value : undefined);
export const texts: FieldReader = (value) =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : undefined;

/** A `std::time::Duration`: `{secs, nanos}`. Anything else is not taken for one, so that nothing is lost. */
export const duration: FieldReader = (value) => {
  if (!isObject(value) || Object.keys(value).length !== 2) return undefined;
  const { secs, nanos } = value;
  return typeof secs === 'number' && typeof nanos === 'number' ? secs + nanos / 1e9 : undefined;
};

export function orNull(read: FieldReader): FieldReader {
  return (value, problems) => (value === null ? null : read(value, problems));
}

/** An object with known fields of its own. */
export function nested(table: FieldTable): FieldReader {
  return (value, problems) => (isObject(value) ? takeFields(table, value, problems) : undefined);
}

/** A list of objects with known fields of their own. An entry that is no object makes the whole list a bad field. */
export function listOf(table: FieldTable): FieldReader {
  return (value, problems) =>
    Array.isArray(value) && value.every(isObject)
      ? value.map((entry: JsonObject) => takeFields(table, entry, problems))
      : undefined;
}
