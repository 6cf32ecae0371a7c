/** A value of a setting of Codex. */
export type ConfigValue = string | number | boolean | readonly ConfigValue[] | { readonly [key: string]: ConfigValue };

/** Writes a value as one line of TOML, for `codex -c key=value`. */
export function toTomlValue(value: ConfigValue): string {
  // A JSON string is a TOML string, but TOML requires DEL to be escaped too.
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
  if (typeof value === 'number') return toTomlNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (isArray(value)) return `[${value.map(toTomlValue).join(', ')}]`;
  const fields = Object.entries(value).map(([key, field]) => `${toTomlKey(key)} = ${toTomlValue(field)}`);
  return `{${fields.join(', ')}}`;
}

function toTomlNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (value === Number.POSITIVE_INFINITY) return 'inf';
  if (value === Number.NEGATIVE_INFINITY) return '-inf';
  return String(value);
}

function toTomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : toTomlValue(key);
}

/** `Array.isArray` does not narrow a readonly array. */
function isArray(value: ConfigValue): value is readonly ConfigValue[] {
  return Array.isArray(value);
}
