import type { SQLOutputValue } from 'node:sqlite';

/** A row as `{"table": NAME, "row": {COLUMN: VALUE, …}}`, columns as in the schema. A blob is `{"base64": TEXT}`. */
export function rowLine(
  table: string,
  columns: readonly string[],
  row: Record<string, SQLOutputValue>,
  beside: Readonly<Record<string, string>> = {},
): string {
  const fields = columns.map((name) => `${JSON.stringify(name)}:${valueText(row[name] ?? null)}`);
  const others = Object.entries(beside).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{"table":${JSON.stringify(table)}${others.join('')},"row":{${fields.join(',')}}}\n`;
}

function valueText(value: SQLOutputValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return numberText(value);
  if (value instanceof Uint8Array) return `{"base64":"${Buffer.from(value).toString('base64')}"}`;
  return JSON.stringify(value);
}

/** JSON has no infinity. Every reader takes a number of this size for one. */
function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '1e999';
  return value === Number.NEGATIVE_INFINITY ? '-1e999' : JSON.stringify(value);
}
