import type { UsageRow } from '../../usage/usage-row.ts';

/** A place in a session: its line in the file, and its time if it has one. */
export interface SessionPlace {
  line: number;
  time?: number | undefined;
}

/** The number of the turn of each request, from 0: the last that begins before it. Every request is in exactly one. */
export function turnsOfRequests(
  starts: readonly SessionPlace[],
  requests: readonly Pick<UsageRow, 'line' | 'at'>[],
): number[] {
  const isDocument = isOneLine(starts);
  const places = runningMost(starts.map(({ line, time }) => (isDocument ? (time ?? 0) : line)));
  return requests.map(({ line, at }) => Math.max(0, lastUpTo(places, isDocument ? at : line)));
}

/**
 * The number of the request that each step is a part of; -1 if none is. Some agents count a request at a line of its
 * own, after what the model wrote; others at the first line that it wrote, where a step begins, too.
 */
export function requestsOfSteps(
  steps: readonly SessionPlace[],
  requests: readonly Pick<UsageRow, 'line' | 'at'>[],
): number[] {
  const isDocument = isOneLine(steps);
  const placeOf = ({ line, time }: SessionPlace) => (isDocument ? (time ?? 0) : line);
  const begins = new Set(steps.map(placeOf));
  const places = runningMost(requests.map(({ line, at }) => (isDocument ? at : line)));
  const isAfter = places.filter((place) => begins.has(place)).length * 2 < places.length;
  return steps.map((step) => {
    const place = placeOf(step);
    if (!isAfter) return lastUpTo(places, place);
    const next = lastUpTo(places, place - 0.5) + 1;
    return next < places.length ? next : -1;
  });
}

/** All of a document is one line to its reader, and then only the times tell. */
function isOneLine(places: readonly SessionPlace[]): boolean {
  return places.length > 1 && places.every(({ line }) => line === places[0]?.line);
}

/** Each value, or a greater one before it: a clock may be set back. */
function runningMost(values: readonly number[]): number[] {
  let most = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    most = Math.max(most, value);
    return most;
  });
}

/** The index of the last value that is not greater; -1 if all are. */
function lastUpTo(values: readonly number[], limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
