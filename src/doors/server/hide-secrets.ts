import { plainMark } from '../../core/redact/marks.ts';
import { redactValue } from '../../core/redact/redact-value.ts';
import { createSecretScanner } from '../../core/redact/secret-scanner.ts';
import { createTextRedaction } from '../../core/redact/text-redaction.ts';
import type { Row, RowBlock } from './api-types.ts';

/** One for all answers. It only finds secrets, and counts nothing. */
const { whole } = createTextRedaction(createSecretScanner(), { count: () => {}, mark: plainMark, level: 'standard' });

/** The same value with `[redacted:NAME]` in place of secrets, or the value itself if there are none. */
export function hideSecrets<T>(value: T): T {
  // Strings become strings and everything else keeps its shape.
  return redactValue(value, whole) as T;
}

/** A row's blocks are replaced whenever they change, so what was hidden in them is found once. */
const hidden = new WeakMap<readonly RowBlock[], RowBlock[]>();

/** A row as it is sent unasked: without its secrets. One that has some says so. */
export function hideInRow(row: Row): Row {
  const blocks = hidden.get(row.blocks) ?? hideSecrets(row.blocks);
  hidden.set(row.blocks, blocks);
  return blocks === row.blocks ? row : { ...row, blocks, secrets: true };
}
