import { sha256 } from '../lines/sha256.ts';
import { isPasswordName, strengthOf } from './names.ts';
import type { HashedValue } from './redactor-options.ts';
import { isMadeValue, isSecretValue } from './value.ts';

/** Shorter values are words of any text. */
const LEAST = 8;
const LONGEST = 4096;

/**
 * The secrets in an environment, for `values`: those of variables whose names say so. They are found wherever they
 * stand and whatever they look like. Only their hashes are kept.
 *
 * @example
 * import { createRedactor, environmentValues } from 'threadline/redact';
 *
 * const value = ['correct', 'horse', 9].join('-');
 * const redactor = createRedactor({ values: environmentValues({ DEPLOY_TOKEN: value }) });
 * console.log(redactor.text(`It said ${value}.`)); // It said [redacted:environment].
 */
export function environmentValues(environment: Readonly<Record<string, string | undefined>>): HashedValue[] {
  const salt = crypto.randomUUID();
  return Object.entries(environment).flatMap(([variable, value]) => {
    if (value === undefined || value.length < LEAST || value.length > LONGEST || !isSecret(variable, value)) return [];
    const name = isPasswordName(variable) ? 'password' : 'environment';
    return [{ name, sha256: sha256(salt + value), length: value.length, salt }];
  });
}

function isSecret(variable: string, value: string): boolean {
  const strength = strengthOf(variable);
  // A word alone would be taken out of every sentence.
  if (strength === 2) return /[^A-Za-z]/.test(value) && isSecretValue(value, 'quoted', true);
  return strength === 1 && isMadeValue(value, 'quoted', 16);
}
