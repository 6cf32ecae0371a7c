const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/i;

/** The time in an id of UUID version 7, in milliseconds since 1970; undefined for any other id. */
export function uuidTime(id: string): number | undefined {
  const [, high, low] = UUID_V7.exec(id) ?? [];
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16);
}
