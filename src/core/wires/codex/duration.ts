import { isObject } from '../../lines/json.ts';
import { keyCount } from '../field-table.ts';

/** Seconds of a Rust `std::time::Duration`: `{secs, nanos}`. No other form is accepted, so that nothing is lost. */
export function durationSeconds(value: unknown): number | undefined {
  if (!isObject(value)) return undefined;
  const { secs, nanos } = value;
  if (typeof secs !== 'number' || typeof nanos !== 'number' || keyCount(value) !== 2) return undefined;
  return secs + nanos / 1e9;
}
