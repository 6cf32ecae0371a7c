import { createHash } from 'node:crypto';
import { isObject, type JsonObject, jsonText, parseJson, setOwn } from '../../core/lines/json.ts';
import { BY_MODEL, COUNTING_SAYS, FOLDERS, IDS, INNER, LISTS, PACKED, TIMES, WORDS } from './usage-fields.ts';

/**
 * Reduces a record to usage: counts, times, models, ids and the folder. A text becomes its length. Anything that people
 * or tools chose becomes empty. The fields to keep are listed by name, and any new field is dropped.
 */
export function usageRecord(record: JsonObject): JsonObject {
  return reducedObject(record, 0);
}

/** The same for a document that is a list of records. */
export function usageList(records: readonly unknown[]): unknown[] {
  return records.map((record) => (isObject(record) ? usageRecord(record) : {}));
}

const PLAIN_ID = /^[\w.:$-]{1,128}$/;
const TIME = /^\d{4}-\d\d-\d\d[T ][\d:.,]{5,20}(?:Z|[+-]\d\d:?\d\d)?$/;
const WORD = /^[A-Za-z0-9<$][\w.:/@()[\]<>-]{0,79}$/;
const MOST_DEPTH = 12;

function reducedObject(source: JsonObject, depth: number): JsonObject {
  const reduced: JsonObject = {};
  const isCounting = typeof source.say === 'string' && COUNTING_SAYS.has(source.say);
  for (const key of Object.keys(source)) {
    const isPacked = PACKED.has(key) || (isCounting && key === 'text');
    setOwn(reduced, key, (isPacked && unpacked(key, source[key], depth)) || reducedValue(key, source[key], depth));
  }
  return reduced;
}

function reducedValue(key: string, value: unknown, depth: number): unknown {
  if (typeof value === 'string') return reducedText(key, value);
  if (Array.isArray(value)) return LISTS.has(key) && depth < MOST_DEPTH ? reducedList(key, value, depth) : [];
  if (!isObject(value)) return value;
  if (BY_MODEL.has(key) && depth < MOST_DEPTH) return reducedModels(value, depth);
  return INNER.has(key) && depth < MOST_DEPTH ? reducedObject(value, depth + 1) : {};
}

function reducedList(key: string, list: readonly unknown[], depth: number): unknown[] {
  return list.map((value) => (isObject(value) ? reducedObject(value, depth + 1) : reducedValue(key, value, depth + 1)));
}

function reducedModels(source: JsonObject, depth: number): JsonObject {
  const reduced: JsonObject = {};
  for (const [model, value] of Object.entries(source)) {
    const name = WORD.test(model) ? model : digestOf(model);
    setOwn(reduced, name, isObject(value) ? reducedObject(value, depth + 1) : {});
  }
  return reduced;
}

/** The reduced form of a text that is JSON, as a text. Undefined for any other. */
function unpacked(key: string, value: unknown, depth: number): string | undefined {
  if (typeof value !== 'string' || depth >= MOST_DEPTH) return undefined;
  const packed = parseJson(value);
  if (Array.isArray(packed)) return jsonText(reducedList(key, packed, depth + 1));
  return isObject(packed) ? jsonText(reducedObject(packed, depth + 1)) : undefined;
}

function reducedText(key: string, text: string): string {
  if (text === '') return text;
  if (IDS.has(key)) return PLAIN_ID.test(text) ? text : digestOf(text);
  const isKept = (TIMES.has(key) && TIME.test(text)) || (WORDS.has(key) && WORD.test(text)) || FOLDERS.has(key);
  return isKept ? text : `[${text.length}]`;
}

/** A digest of an id that could be a text. Different ids stay different and tell nothing. */
function digestOf(id: string): string {
  return `#${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}
