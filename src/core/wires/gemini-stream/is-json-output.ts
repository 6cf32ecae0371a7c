import type { JsonObject } from '../../lines/json.ts';

/** Recognised by two fields that only this object has together, or by a failure of a known session. */
export function isJsonOutput(value: JsonObject): boolean {
  if (value.type !== undefined) return false;
  if (typeof value.response === 'string' && isStats(value.stats)) return true;
  return typeof value.session_id === 'string' && isError(value.error);
}

function isStats(stats: unknown): boolean {
  return typeof stats === 'object' && stats !== null && 'models' in stats;
}

function isError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'type' in error && 'message' in error;
}
