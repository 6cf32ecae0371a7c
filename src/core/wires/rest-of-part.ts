import { type JsonObject, setOwn } from '../lines/json.ts';

/** What a part of a content has beside the fields that are read of it. Undefined if there is nothing. */
export function restOfPart(part: JsonObject, read: ReadonlySet<string>): JsonObject | undefined {
  let rest: JsonObject | undefined;
  for (const name in part) {
    if (read.has(name)) continue;
    rest ??= {};
    setOwn(rest, name, part[name]);
  }
  return rest;
}
