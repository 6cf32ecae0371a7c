import { parseTime } from '../../core/thread/time.ts';
import { type Calendar, hasDay } from './calendar.ts';
import type { UsageRow } from './usage-row.ts';
import type { UsageTotal } from './usage-total.ts';

const HOUR_MS = 60 * 60_000;
const BLOCK_MS = 5 * HOUR_MS;
/** The rate of a shorter time says nothing. */
const LEAST_MS = 60_000;
const NO_BLOCK = 'unknown';

/** A window of five hours of one agent. It begins at the full hour of its first request, as agents count their limits. */
export interface UsageBlock {
  agent: string;
  /** Milliseconds since 1970. */
  start: number;
  /** The end of the window, at which the agent's limit starts anew. */
  reset: number;
  /** True if the window is not over. */
  active: boolean;
  /** Tokens a minute between its first and its last request, or until now; null if that is no time at all. */
  tokensPerMinute: number | null;
  /** Dollars an hour, over the same time; null also if nothing could be priced. */
  usdPerHour: number | null;
  /** The cost at the reset if it goes on like this. Only of an active window. */
  projectedUsd: number | null;
}

interface Span {
  first: number;
  last: number;
}

interface Window extends Span {
  agent: string;
  start: number;
}

/** Finds the windows once all requests are known. Until then a request belongs to an hour. */
export interface UsageBlocks {
  /** The hour of a request. */
  hourOf(row: UsageRow): string;
  /** Call after the last request. Gives the report line of an hour. */
  keys(calendar: Calendar): (hour: string) => string;
  /** The window of a report line; undefined for requests without a time. */
  block(key: string, total: UsageTotal, now: number): UsageBlock | undefined;
}

export function createUsageBlocks(): UsageBlocks {
  const hours = new Map<string, Window>();
  const windows = new Map<string, Window>();

  function noteTime(row: UsageRow): string {
    const { agent, at } = row;
    const start = Math.floor(at / HOUR_MS) * HOUR_MS;
    const name = `${start} ${agent}`;
    const hour = hours.get(name);
    if (!hour) hours.set(name, { agent, start, first: at, last: at });
    else if (at < hour.first) hour.first = at;
    else if (at > hour.last) hour.last = at;
    return name;
  }

  function keys(calendar: Calendar): (hour: string) => string {
    const names = new Map<string, string>();
    const open = new Map<string, Window>();
    for (const [name, hour] of [...hours].sort(([, one], [, other]) => one.start - other.start)) {
      let window = open.get(hour.agent);
      if (window && hour.start < window.start + BLOCK_MS) window.last = hour.last;
      else {
        window = { ...hour };
        open.set(hour.agent, window);
      }
      const key = `${zonedTime(window.start, calendar)} ${window.agent}`;
      windows.set(key, window);
      names.set(name, key);
    }
    return (hour) => names.get(hour) ?? NO_BLOCK;
  }

  return {
    hourOf: (row) => (hasDay(row.at) ? noteTime(row) : NO_BLOCK),
    keys,
    block(key, total, now) {
      const window = windows.get(key);
      return window && describe(window, total, now);
    },
  };
}

function describe({ agent, start, first, last }: Window, { total, costUsd }: UsageTotal, now: number): UsageBlock {
  const reset = start + BLOCK_MS;
  const active = start <= now && now < reset;
  const time = active ? Math.max(LEAST_MS, now - first) : last - first;
  const isKnown = time >= LEAST_MS;
  const usdPerHour = isKnown && costUsd !== null ? cents((costUsd / time) * HOUR_MS) : null;
  const isProjected = active && usdPerHour !== null && costUsd !== null;
  return {
    agent,
    start,
    reset,
    active,
    tokensPerMinute: isKnown ? Math.round((total / time) * 60_000) : null,
    usdPerHour,
    projectedUsd: isProjected ? cents(costUsd + (usdPerHour * (reset - now)) / HOUR_MS) : null,
  };
}

function cents(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

/** `2026-10-25T02:00+01:00`: when clocks are set back, an hour of the zone comes twice. */
function zonedTime(at: number, calendar: Calendar): string {
  const local = calendar.minute(at).replace(' ', 'T');
  const minutes = Math.round(((parseTime(`${local}Z`) ?? at) - at) / 60_000);
  const two = (count: number) => String(count).padStart(2, '0');
  const offset = Math.abs(minutes);
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(offset / 60))}:${two(offset % 60)}`;
}
