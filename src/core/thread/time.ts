/** Longer texts are no times. */
const LONGEST_TIME = 100;
/** A date alone, as ISO 8601 has it: engines take it for one of UTC already. */
const DATE_ALONE = /^[+-]?\d{4,6}(?:-\d\d(?:-\d\d)?)?$/;
/** An offset after the minutes or seconds, or a zone by one of the names that engines know. */
const WITH_ZONE = /:\d\d(?:[.,]\d+)? ?[+-]\d\d(?::?\d\d)?(?: \([^()]*\))?$|\b(?:GMT|UTC?|Z|[ECMP][SD]T)\b/i;
const Z = 90;

/**
 * Reads a time of an agent, in milliseconds since 1970; undefined for a text that is none. A time without a zone is of UTC,
 * the same on every machine: engines would take the machine's own zone.
 */
export function parseTime(text: string | undefined): number | undefined {
  if (text === undefined || text.length > LONGEST_TIME) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  // Nearly all end in a Z.
  if (text.charCodeAt(text.length - 1) === Z || DATE_ALONE.test(text) || WITH_ZONE.test(text)) return time;
  const iso = Date.parse(`${text}Z`);
  const inUtc = Number.isNaN(iso) ? Date.parse(`${text} UTC`) : iso;
  return Number.isNaN(inUtc) ? undefined : inUtc;
}

/** The time in an id of UUID version 7, in milliseconds since 1970; undefined for any other id. */
export function uuidTime(id: string): number | undefined {
  if (id.length !== 36 || id[14] !== '7' || id[8] !== '-') return undefined;
  const time = Number(`0x${id.slice(0, 8)}${id.slice(9, 13)}`);
  return Number.isNaN(time) ? undefined : time;
}
