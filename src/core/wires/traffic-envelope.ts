import { isObject, type JsonObject, parseObject } from '../lines/json.ts';

/** True for a line in an envelope, and for a mark. The message is a text, or already an object. */
export function isEnvelope({ dir, line, event }: JsonObject): boolean {
  if (dir === 'mark') return typeof event === 'string';
  return (dir === 'in' || dir === 'out') && (typeof line === 'string' || isObject(line));
}

/** The message in an envelope. A wire asks it before it is chosen, so a bare line is no envelope of anything. */
export function enveloped(record: JsonObject): JsonObject | undefined {
  if (!isEnvelope(record)) return undefined;
  return isObject(record.line) ? record.line : parseObject(String(record.line));
}
