import { homedir, userInfo } from 'node:os';
import { createRedactor, type Redactor, type RedactorOptions } from '../../core/redact/redactor.ts';
import { usageError } from './exit.ts';
import { report } from './report.ts';

/** The redaction options that a person gave. */
export interface RedactionChoice {
  also?: readonly string[] | undefined;
  privatePaths?: boolean | undefined;
}

/** The redactor's options for a choice. */
export function redactorOptions({ also, privatePaths }: RedactionChoice): RedactorOptions {
  return { also, privatePaths: privatePaths ? { home: homedir(), user: userInfo().username } : undefined };
}

/** Makes the chosen redactor. A choice that cannot be redacted is a usage error of the command. */
export function openRedactor(choice: RedactionChoice, command: string): Redactor {
  try {
    return createRedactor(redactorOptions(choice));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(`--redact-also: ${error.message}`, command);
  }
}

/** Reports the number of redactions by rule. */
export function reportRedactions({ counts }: Redactor): void {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) report('redacted nothing: no secret of a known form was found');
  else report(`redacted ${total} ${total === 1 ? 'secret' : 'secrets'}: ${ruleList(counts)}`);
}

/** `github-token 2, jwt 1` */
export function ruleList(counts: Iterable<[string, number]>): string {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([rule, count]) => `${rule} ${count}`)
    .join(', ');
}
