import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';

/**
 * Moves fields of the object `fields[name]` up to `fields`, by their new names. Gives what has no new name or whose
 * place is taken, to be kept in `extra` where it stood. Changes `fields`.
 */
export function liftFields(
  fields: JsonObject,
  name: string,
  newNames: ReadonlyMap<string, string>,
): JsonObject | undefined {
  const inner = fields[name];
  if (!isObject(inner)) return undefined;
  delete fields[name];
  let left: JsonObject | undefined;
  for (const key of Object.keys(inner)) {
    const newName = newNames.get(key);
    if (newName !== undefined && !Object.hasOwn(fields, newName)) {
      fields[newName] = inner[key];
    } else {
      left ??= {};
      setOwn(left, key, inner[key]);
    }
  }
  return left;
}

/**
 * Takes out the named fields that are null, for which the model has no null: serde writes an absent `Option` so. They
 * are right on the wire, so they are no problem, and are kept in `extra`. Changes `fields`.
 */
export function takeNulls(fields: JsonObject, names: readonly string[]): JsonObject {
  const nulls: JsonObject = {};
  for (const name of names) {
    if (fields[name] !== null) continue;
    nulls[name] = null;
    delete fields[name];
  }
  return nulls;
}

/** Puts more into an object's `extra`. Values that are undefined are not there. */
export function keepExtra(target: JsonObject, more: JsonObject): void {
  for (const key of Object.keys(more)) {
    if (more[key] === undefined) continue;
    target.extra = isObject(target.extra) ? target.extra : {};
    setOwn(target.extra as JsonObject, key, more[key]);
  }
}
