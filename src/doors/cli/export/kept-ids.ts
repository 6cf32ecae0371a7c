import { isObject, type JsonObject, setOwn } from '../../../core/lines/json.ts';
import type { Redactor } from '../../../core/redact/redactor.ts';

const ID_NAME = /(?:^|_)(?:uu)?id$|(?:Uu|I)d$/;

/**
 * Redacts values, but for ids that only look like the beginning of a secret: an id is whole, and links to other lines.
 * `doubt` decides; one that is a secret is removed.
 */
export function keepingIds(redactor: Pick<Redactor, 'value'>, doubt: Pick<Redactor, 'text'>): Pick<Redactor, 'value'> {
  // A text that ends here may be cut. With a space behind it, it is not.
  const isPlain = (id: string) => doubt.text(`${id} `) === `${id} `;

  function kept(own: unknown, safe: unknown, name: string): unknown {
    if (own === safe) return own;
    if (typeof own === 'string') return ID_NAME.test(name) && isPlain(own) ? own : safe;
    if (Array.isArray(own) && Array.isArray(safe)) {
      const values = own.map((value, index) => kept(value, safe[index], name));
      return values.every((value, index) => value === own[index]) ? own : values;
    }
    return isObject(own) && isObject(safe) ? keptFields(own, safe) : safe;
  }

  function keptFields(own: JsonObject, safe: JsonObject): JsonObject {
    const names = Object.keys(own);
    // The names themselves were redacted: nothing tells which field is which.
    if (names.some((name) => !Object.hasOwn(safe, name))) return safe;
    const fields: JsonObject = {};
    for (const name of names) setOwn(fields, name, kept(own[name], safe[name], name));
    return names.every((name) => fields[name] === own[name]) ? own : fields;
  }

  // Every value keeps its type.
  return { value: <T>(value: T) => kept(value, redactor.value(value), '') as T };
}
