import { sha256 } from '../lines/sha256.ts';
import { formRules } from './forms.ts';
import { OTHER_FORMS } from './other-forms.ts';
import type { RedactorOptions } from './redactor-options.ts';
import { VENDOR_FORMS } from './vendors.ts';

/** Raise it where code changes what is redacted, and no rule does. */
const ENGINE = 7;

let rulesText: string | undefined;

/** Differs with the tables of rules, as the version does, without making the rules. */
export function rulesMark(sum: (text: string) => number): string {
  return [ENGINE, sum(VENDOR_FORMS), sum(OTHER_FORMS)].join('.');
}

/**
 * A text that differs wherever two redactors might: made of the rules and of the options. Who keeps redacted texts keeps
 * it beside them. `digest`: SHA-256 of a text in hexadecimal digits, if the machine has a faster one.
 */
export function redactionVersion(options: RedactorOptions = {}, digest: (text: string) => string = sha256): string {
  rulesText ??= formRules()
    .map(({ name, pattern }) => `${name} ${pattern.source}`)
    .join('\n');
  const { level = 'standard', also, rules, names, values, keep, privatePaths, numbered } = options;
  const chosen = [level, also, rules, names, values, keep, privatePaths, numbered].map((option) => option ?? null);
  return digest(JSON.stringify([ENGINE, chosen, rulesText])).slice(0, 12);
}
