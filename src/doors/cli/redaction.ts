import { homedir, userInfo } from 'node:os';
import { environmentValues } from '../../core/redact/environment-values.ts';
import { createRedactor, type Redactor } from '../../core/redact/redactor.ts';
import type { RedactorOptions } from '../../core/redact/redactor-options.ts';
import { amount } from '../../core/text/amount.ts';
import { usageError } from './exit.ts';
import { readRedactionRules } from './redaction-rules.ts';
import { report } from './report.ts';

/** The redaction options that a person gave. */
export interface RedactionChoice {
  also?: readonly string[] | undefined;
  privatePaths?: boolean | undefined;
  /** A file of rules. */
  rules?: string | undefined;
}

/**
 * The redactor's options for a choice. The secrets of our own environment are found wherever they stand. Marks are
 * numbered, except in what `convert` writes while an agent is at work.
 */
export function redactorOptions(choice: RedactionChoice, command: string): RedactorOptions {
  const own = readRedactionRules(choice.rules, command);
  return {
    ...own,
    also: [...(choice.also ?? []), ...(own.also ?? [])],
    values: [...(own.values ?? []), ...environmentValues(process.env)],
    privatePaths: choice.privatePaths ? { home: homedir(), user: userInfo().username } : undefined,
    numbered: command !== 'convert',
  };
}

/** Makes the chosen redactor. A choice that cannot be redacted is a usage error of the command. */
export function openRedactor(choice: RedactionChoice, command: string): Redactor {
  try {
    return createRedactor(redactorOptions(choice, command));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(`--redact-also: ${error.message}`, command);
  }
}

/** Reports the number of redactions by rule. */
export function reportRedactions({ counts }: Redactor): void {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) report('redacted nothing: no secret of a known form was found');
  else report(`redacted ${amount(total, 'secret')}: ${ruleList(counts)}`);
}

/** `github-token 2, jwt 1` */
export function ruleList(counts: Iterable<[string, number]>): string {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([rule, count]) => `${rule} ${count}`)
    .join(', ');
}
