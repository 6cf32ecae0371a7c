import { isObject, type JsonObject } from '../../lines/json.ts';

/** True for the first line of a bare file: `{id, timestamp, instructions?, git?}`, without a type. */
export function isBareHeader(source: JsonObject): boolean {
  return (
    typeof source.id === 'string' &&
    typeof source.timestamp === 'string' &&
    source.type === undefined &&
    source.record_type === undefined &&
    source.msg === undefined &&
    hasOnlyHeaderFields(source)
  );
}

const HEADER = new Set(['id', 'timestamp', 'instructions', 'git']);

function hasOnlyHeaderFields(source: JsonObject): boolean {
  return Object.keys(source).every((key) => HEADER.has(key)) || 'instructions' in source || isObject(source.git);
}
