import { archiveLimits } from '../../limits/archive.ts';
import type { Page, Paged } from './thread-store.ts';

/** The maximum number of rows of a page. */
export function pageLimit({ limit }: Page): number {
  return Math.min(Math.max(1, wholeNumber(limit, 'limit')), archiveLimits.maxPageRows);
}

/** Makes the page from one row more than it takes: the extra row tells that another page follows. */
export function pageOf<Stored, Shown>(
  stored: readonly Stored[],
  limit: number,
  show: (row: Stored) => Shown,
  cursorOf: (row: Stored) => string,
): Paged<Shown> {
  const page = stored.slice(0, limit);
  const last = stored.length > limit ? page.at(-1) : undefined;
  return { rows: page.map(show), ...(last !== undefined && { next: cursorOf(last) }) };
}

export function wholeNumber(value: number, name: string): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`${name} is a whole number from 0 on`);
  return value;
}

/** Reads numbers between dots; times before 1970 are negative. Anything else is a mistake of the caller. */
export function readCursor(cursor: string, count: number): number[] {
  const numbers = cursor.split('.').map((part) => (/^-?\d{1,16}$/.test(part) ? Number(part) : Number.NaN));
  if (numbers.length === count && numbers.every(Number.isSafeInteger)) return numbers;
  throw new TypeError('the cursor is none that this store gave');
}
