/** A time with a date and an hour but no zone, which engines take for one of the machine's own zone. */
const WITHOUT_ZONE = /^[+-]?\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/;

/** A time of the wire in milliseconds since 1970, the same on every machine; undefined for what is none. */
export function parseTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  // Nearly all end in a Z.
  if (text.charCodeAt(text.length - 1) === Z || !WITHOUT_ZONE.test(text)) return time;
  return Date.parse(`${text}Z`);
}

const Z = 90;

/** The time in an id of UUID version 7, in milliseconds since 1970; undefined for any other id. */
export function uuidTime(id: string): number | undefined {
  if (id.length !== 36 || id[14] !== '7' || id[8] !== '-') return undefined;
  const time = Number(`0x${id.slice(0, 8)}${id.slice(9, 13)}`);
  return Number.isNaN(time) ? undefined : time;
}
