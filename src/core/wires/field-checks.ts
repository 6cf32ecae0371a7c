import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../lines/json.ts';
import { accept, change, type FieldTable, fill, problemsOfObject, refuse } from './field-table.ts';

/**
 * The checks of a field table. Each takes the value of a field and returns it, typed, or reports that it has another
 * type. A missing required field is filled in; a missing optional one is undefined.
 */

/** The discriminator of a record, by which the table was chosen. Any text there means this kind. */
export function kind<Kind extends string>(value: unknown, is: Kind): Kind {
  if (typeof value !== 'string') return fill(value, is);
  accept(value);
  if (value !== is) change();
  return is;
}

/** Fills in what no check found. It is the last member of a row of aliases. */
export function otherwise<T>(value: T | undefined, filling: T): T {
  return value === undefined ? told(filling) : value;
}

/** A value that another field of the wire tells. */
export function told<T>(value: T): T {
  change();
  return value;
}

export const text = (value: unknown): string => (typeof value === 'string' ? accept(value) : fill(value, ''));
export const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' ? accept(value) : refuse(value);
export const optionalTextOrNull = (value: unknown): string | null | undefined =>
  typeof value === 'string' || value === null ? accept(value) : refuse(value);

/** An id. A blank one counts as none. */
export function optionalId(value: unknown): string | undefined {
  if (typeof value !== 'string') return refuse(value);
  accept(value);
  // Nearly all ids. A line has half a dozen of them.
  if (isInk(value.charCodeAt(0)) && isInk(value.charCodeAt(value.length - 1))) return value;
  const id = value.trim();
  if (id !== value) change();
  return id === '' ? undefined : id;
}

/** A count. Numbers beyond 2^53 are not exact, so they do not pass. */
export const count = (value: unknown): number => (isCount(value) ? accept(value) : fill(value, 0));
export const optionalCount = (value: unknown): number | undefined => (isCount(value) ? accept(value) : refuse(value));
export const optionalCountOrNull = (value: unknown): number | null | undefined =>
  isCount(value) || value === null ? accept(value) : refuse(value);
export const optionalNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? accept(value) : refuse(value);

/** A duration in milliseconds. Some clocks tell parts of one, which the model has not. */
export function optionalMilliseconds(value: unknown): number | undefined {
  const whole = typeof value === 'number' ? Math.round(value) : undefined;
  if (!isCount(whole)) return refuse(value);
  if (whole !== value) change();
  return accept(whole);
}

export const optionalFlag = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? accept(value) : refuse(value);

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? accept(value) : fill(value, []));
export const optionalList = (value: unknown): unknown[] | undefined =>
  Array.isArray(value) ? accept(value) : refuse(value);
export const texts = (value: unknown): string[] => (isTexts(value) ? accept(value) : fill(value, []));
export const optionalTexts = (value: unknown): string[] | undefined => (isTexts(value) ? accept(value) : refuse(value));

export const record = (value: unknown): JsonObject => (isObject(value) ? accept(value) : fill(value, {}));
export const optionalRecord = (value: unknown): JsonObject | undefined =>
  isObject(value) ? accept(value) : refuse(value);

/** Any value, including null. */
export const anything = (value: unknown): unknown => (value === undefined ? undefined : accept(value));

/** What is said: a text, or a list of parts. */
export const optionalTextOrList = (value: unknown): string | unknown[] | undefined =>
  typeof value === 'string' || Array.isArray(value) ? accept(value) : refuse(value);

/** A field with a rule of its own. `read` returns undefined if the value is not of this kind. */
export function optional<T>(
  value: unknown,
  read: (value: NonNullable<unknown>, problems: Problem[]) => T | undefined,
): T | undefined {
  if (value === undefined || value === null) return refuse(value);
  const result = read(value, problemsOfObject());
  if (result === undefined) return refuse(value);
  if (result !== value) change();
  return accept(result);
}

/** An object with a table of its own. */
export function optionalNested<T extends object>(value: unknown, table: FieldTable<T>): T | undefined {
  if (!isObject(value)) return refuse(value);
  const taken = table.take(value, problemsOfObject());
  if (taken !== value) change();
  return accept(taken);
}

/** The same, with null as a value. */
export const optionalNestedOrNull = <T extends object>(value: unknown, table: FieldTable<T>): T | null | undefined =>
  value === null ? accept(value) : optionalNested(value, table);

/** A list of objects with a table of their own. An entry that is not an object makes the whole list a bad field. */
export function optionalListOf<T extends object>(value: unknown, table: FieldTable<T>): T[] | undefined {
  return isObjects(value) ? accept(takeAll(value, table)) : refuse(value);
}
export function listOf<T extends object>(value: unknown, table: FieldTable<T>): T[] {
  return isObjects(value) ? accept(takeAll(value, table)) : fill(value, []);
}

function takeAll<T extends object>(entries: readonly JsonObject[], table: FieldTable<T>): T[] {
  // The list is always new, so an object that holds one is always rebuilt: lists are short and rare.
  change();
  const problems = problemsOfObject();
  return entries.map((entry) => table.take(entry, problems));
}

/** True for an ASCII character that is not blank. */
function isInk(code: number): boolean {
  return code > 32 && code < 127;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function isObjects(value: unknown): value is JsonObject[] {
  return Array.isArray(value) && value.every(isObject);
}
