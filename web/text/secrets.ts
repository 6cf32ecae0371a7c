import { redactValue } from '../../src/core/redact/redact-value.ts';
import { redactionRules } from '../../src/core/redact/rules.ts';
import { createScanner } from '../../src/core/redact/scanner.ts';
import { createTextRedaction } from '../../src/core/redact/text-redaction.ts';

/** One for the whole page. It only has to find secrets: without counting and reading threads it is half as large. */
const { whole } = createTextRedaction(createScanner(redactionRules), () => {});

/** The same value with `[redacted:NAME]` in place of secrets, or the value itself if there are none. */
export function hideSecrets<T>(value: T): T {
  // Strings become strings and everything else keeps its shape.
  return redactValue(value, whole) as T;
}
