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
 * The number of the request that each step is a part of; -1 if none is. `starts` are the places where turns begin. Some
 * agents count a request before what the model wrote, or at its first line; others after it.
 */
export function requestsOfSteps(
  steps: readonly SessionPlace[],
  requests: readonly Pick<UsageRow, 'line' | 'at'>[],
  starts: readonly SessionPlace[] = [],
): number[] {
  const isDocument = isOneLine(steps);
  const placeOf = ({ line, time }: SessionPlace) => (isDocument ? (time ?? 0) : line);
  const places = runningMost(requests.map(({ line, at }) => (isDocument ? at : line)));
  const isAfter = areCountedAfter(places, steps.map(placeOf), runningMost(starts.map(placeOf)));
  return steps.map((step) => {
    const place = placeOf(step);
    if (!isAfter) return lastUpTo(places, place);
    const next = lastUpTo(places, place - 0.5) + 1;
    return next < places.length ? next : -1;
  });
}

/** In most turns the model wrote something before the first request was counted. */
function areCountedAfter(requests: readonly number[], steps: readonly number[], starts: readonly number[]): boolean {
  const firstRequests = firstOfTurns(requests, starts);
  const gaps = [...firstOfTurns(steps, starts)].map(([turn, step]) => (firstRequests.get(turn) ?? Number.NaN) - step);
  return gaps.filter((gap) => gap > 0).length > gaps.filter((gap) => gap <= 0).length;
}

function firstOfTurns(places: readonly number[], starts: readonly number[]): Map<number, number> {
  const first = new Map<number, number>();
  for (const place of places) {
    const turn = lastUpTo(starts, place);
    first.set(turn, Math.min(first.get(turn) ?? place, place));
  }
  return first;
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
