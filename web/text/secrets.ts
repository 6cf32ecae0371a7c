import { createRedactor } from '../../src/redact/redactor.ts';

/** One for the whole page: it only has to know secrets, not to count them. */
const redactor = createRedactor();

/** The same with `[redacted:NAME]` in the place of secrets; the same value where there is none. */
export function hideSecrets<T>(value: T): T {
  return redactor.value(value);
}
