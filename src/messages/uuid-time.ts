/** The time in an id of UUID version 7, in milliseconds since 1970; undefined for any other id. */
export function uuidTime(id: string): number | undefined {
  if (id.length !== 36 || id[14] !== '7' || id[8] !== '-') return undefined;
  const time = Number(`0x${id.slice(0, 8)}${id.slice(9, 13)}`);
  return Number.isNaN(time) ? undefined : time;
}
