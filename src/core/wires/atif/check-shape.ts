import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import { type Field, SHAPES, type ShapeName } from './shapes.ts';

/** What is wrong with a document. Errors are what readers refuse; warnings are rules that nobody enforces. */
export interface Findings {
  errors: string[];
  warnings: string[];
}

/** A document while it is checked, with the minor version that it names. */
export interface Check extends Findings {
  since: number;
}

/** Enough of a value to find it. */
const MOST_VALUE = 60;

const tables = new Map<ShapeName, ReadonlyMap<string, Field>>();

/** The fields of a shape, made once: a document has many objects of each. */
function fieldsOf(name: ShapeName): ReadonlyMap<string, Field> {
  const made = tables.get(name) ?? new Map<string, Field>(Object.entries(SHAPES[name]));
  tables.set(name, made);
  return made;
}

/** Compares an object with its shape. False if it is none. */
export function checkShape(check: Check, name: ShapeName, value: unknown, at: string): value is JsonObject {
  if (!isObject(value)) {
    check.errors.push(`${at || '.'}: not an object`);
    return false;
  }
  const fields = fieldsOf(name);
  for (const [key, given] of Object.entries(value)) checkField(check, fields.get(key), given, `${at}.${key}`);
  for (const [key, field] of fields)
    if (field.isNeeded && !Object.hasOwn(value, key)) check.errors.push(`${at}.${key}: missing`);
  return true;
}

function checkField({ errors, warnings, since }: Check, field: Field | undefined, value: unknown, at: string): void {
  if (!field) errors.push(`${at}: unknown field`);
  else if (value === null) {
    if (field.isNeeded) errors.push(`${at}: null, but required`);
  } else {
    if (!field.takes(value)) errors.push(`${at}: wrong type or value: ${jsonText(value).slice(0, MOST_VALUE)}`);
    if (field.since !== undefined && field.since > since)
      warnings.push(`${at}: since 1.${field.since}, the document says 1.${since}`);
  }
}

/** Compares the parts of a text with the format's. */
export function checkContent(check: Check, value: unknown, at: string): void {
  if (!Array.isArray(value)) return;
  if (check.since < 6) check.warnings.push(`${at}: parts since 1.6`);
  value.forEach((part, index) => {
    const here = `${at}[${index}]`;
    if (checkShape(check, 'part', part, here)) checkPart(check, part, here);
  });
}

function checkPart(check: Check, { type, text, source }: JsonObject, at: string): void {
  const { errors } = check;
  if (type === 'text') {
    if (typeof text !== 'string') errors.push(`${at}.text: required for text`);
    if (source !== undefined && source !== null) errors.push(`${at}.source: not allowed for text`);
    return;
  }
  if (type !== 'image' && type !== 'audio') return;
  if (type === 'audio' && check.since < 8) errors.push(`${at}: audio since 1.8`);
  if (text !== undefined && text !== null) errors.push(`${at}.text: not allowed for ${type}`);
  if (source === undefined || source === null) errors.push(`${at}.source: required for ${type}`);
  else checkShape(check, type, source, `${at}.source`);
}
