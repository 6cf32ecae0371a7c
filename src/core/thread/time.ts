/** Longer texts are not times. */
const LONGEST_TIME = 100;
/** A date alone, in ISO 8601. Engines already read it as UTC. */
const DATE_ALONE = /^[+-]?\d{4,6}(?:-\d\d(?:-\d\d)?)?$/;
/** An offset after the minutes or seconds, or a zone name that engines know. */
const WITH_ZONE = /:\d\d(?:[.,]\d+)? ?[+-]\d\d(?::?\d\d)?(?: \([^()]*\))?$|\b(?:GMT|UTC?|Z|[ECMP][SD]T)\b/i;
const Z = 90;

/**
 * Parses an agent's time to milliseconds since 1970. Undefined if the text is not a time. A time without a zone is UTC,
 * the same on every machine: engines would use the machine's own zone.
 */
export function parseTime(text: string | undefined): number | undefined {
  if (text === undefined || text.length > LONGEST_TIME) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  // Nearly all times end with a Z.
  if (text.charCodeAt(text.length - 1) === Z || DATE_ALONE.test(text) || WITH_ZONE.test(text)) return time;
  const iso = Date.parse(`${text}Z`);
  const inUtc = Number.isNaN(iso) ? Date.parse(`${text} UTC`) : iso;
  return Number.isNaN(inUtc) ? undefined : inUtc;
}

/** The same for a time that may be unknown: programs then write the year 1, or 1970. */
export function knownTime(text: string | undefined): number | undefined {
  const time = parseTime(text);
  return time !== undefined && time > 0 ? time : undefined;
}

/** The last time that a date can hold. */
const LATEST = 8.64e15;
/** Numbers between are seconds of the years 2001 to 5138. As milliseconds they would be of 1970 to 1973, before any agent. */
const [LEAST_SECONDS, MOST_SECONDS] = [1e9, 1e11];
const WITH_DATE = /^\d{4}-\d\d-\d\d/;
const DIGITS = /^\d{10,16}$/;

/**
 * A number of milliseconds since 1970 as a time in ISO 8601, or of seconds where the agent writes those. A number that can
 * only be of the other unit is taken for it, and a time that is a text for itself: versions changed theirs. Undefined for
 * what is no time, and for 0, which programs write where they know none.
 */
export function timeFrom(value: unknown, unit: 'ms' | 's' = 'ms'): string | undefined {
  if (typeof value === 'string' && WITH_DATE.test(value)) return knownTime(value) === undefined ? undefined : value;
  const number = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  if (typeof number !== 'number') return undefined;
  const isSeconds = number < MOST_SECONDS && (unit === 's' || number >= LEAST_SECONDS);
  const time = isSeconds ? number * 1000 : number;
  return time > 0 && time <= LATEST ? new Date(time).toISOString() : undefined;
}

/** The time in a UUID of version 7, in milliseconds since 1970. Undefined for any other id. */
export function uuidTime(id: string): number | undefined {
  if (id.length !== 36 || id[14] !== '7' || id[8] !== '-') return undefined;
  const time = Number(`0x${id.slice(0, 8)}${id.slice(9, 13)}`);
  return Number.isNaN(time) ? undefined : time;
}
