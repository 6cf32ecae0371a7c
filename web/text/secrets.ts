import { redactValue } from '../../src/core/redact/redact-value.ts';
import { redactionRules } from '../../src/core/redact/rules.ts';
import { createScanner } from '../../src/core/redact/scanner.ts';
import { createTextRedaction } from '../../src/core/redact/text-redaction.ts';

/** One for the whole page. It only has to know secrets: without what counts them and what reads threads it is half as large. */
const { whole } = createTextRedaction(createScanner(redactionRules), () => {});

/** The same with `[redacted:NAME]` in the place of secrets; the same value where there is none. */
export function hideSecrets<T>(value: T): T {
  // Strings become strings and everything else keeps its shape.
  return redactValue(value, whole) as T;
}
