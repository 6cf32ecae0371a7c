import { isPasswordName, plainName, type Strength } from './names.ts';
import type { RedactionLevel } from './redactor-options.ts';
import { isMadeUp, isMadeValue, isSecretValue, looksMade, type Standing } from './value.ts';

const PHRASE_NAME = /(?:mnemonic|phrase)$/;
const PHRASE = /^[a-z]{3,10}(?: [a-z]{3,10}){11,23}$/;

/** True if a value is secret by its name. */
export function isSecret(
  name: string,
  value: string,
  strength: Strength,
  standing: Standing,
  level: RedactionLevel,
): boolean {
  const isStrict = level === 'strict';
  const plain = plainName(name);
  if (PHRASE_NAME.test(plain) && PHRASE.test(value)) return true;
  if (/(?:^|_)auth$|userpwd$|basic_auth$/.test(plain) && isUserAndPassword(value)) return true;
  if (strength === 2)
    return (
      isSecretValue(value, standing, isStrict && plain !== 'pass') ||
      (isPasswordName(plain) && isMadeUp(value, standing))
    );
  if (strength === 0) return false;
  if (/(?:^|_)pass$/.test(plain) && strength === 1)
    return standing !== 'code' && standing !== 'prose' && isSecretValue(value, standing, false);
  // A bare `key` is mostly the key of a table.
  if (plain === 'key' || plain === 'keys')
    return isMadeValue(value, standing, 20) && /[a-z]/.test(value) && /[A-Z]/.test(value);
  if (/signature$|sig$/.test(plain))
    return (
      (standing === 'setting' || standing === 'code') &&
      /^(?:sig|x_amz_signature|x_goog_signature|signature)$/.test(plain) &&
      isMadeValue(value, standing, 20)
    );
  return isMadeValue(value, standing, isStrict ? 12 : 16);
}

/** Base64 of `user:password`, as Docker and npm keep it. */
export function isUserAndPassword(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,400}={0,2}$/.test(value) || value.length % 4 === 1) return false;
  try {
    return /^[\x21-\x39\x3b-\x7e]{1,80}:[\x20-\x7e]{3,200}$/.test(atob(value));
  } catch {
    return false;
  }
}

/** Names the secret by what its name says, as far as that tells more than how it stands. */
export function markName(name: string, value: string, isQuoted: boolean, isAfterEquals: boolean): string {
  const plain = plainName(name);
  if (/secret_?access_?key$/.test(plain) && looksMade(value) && value.length === 40) return 'aws-secret';
  if (/account_?key$/.test(plain) && value.endsWith('==')) return 'azure-account-key';
  if (isQuoted) return 'assignment';
  if (isAfterEquals) return 'env-value';
  return isPasswordName(plain) ? 'password' : 'secret-value';
}
