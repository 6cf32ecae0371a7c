import type { Extra } from '../../../thread/usage.ts';

/**
 * The unknown fields of a record with further ones that are kept as they are. A table that names a frequent field and
 * keeps it here avoids a second pass over the object.
 */
export function keepFields(extra: Extra | undefined, fields: Extra): Extra | undefined {
  let kept: Extra | undefined;
  for (const name in fields) {
    if (fields[name] === undefined) continue;
    kept ??= { ...extra };
    kept[name] = fields[name];
  }
  return kept ?? extra;
}
