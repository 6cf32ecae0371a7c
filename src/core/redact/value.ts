import { commonPairs } from './letter-pairs.ts';

/** No more of a value is judged: what is beyond tells nothing new. */
const JUDGED = 256;
const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
const HEX = /^(?:0x)?[0-9a-fA-F]{1,256}$/;
const TOKEN_CHARACTERS = /^[\w.~+/=:%$@!*^&#-]{1,256}$/;

/** True if a generator made the text: letters and digits without words. */
export function looksMade(given: string, least = 16): boolean {
  const value = given.length > JUDGED ? given.slice(0, JUDGED) : given;
  if (value.length < least || !TOKEN_CHARACTERS.test(value)) return false;
  if (UUID.test(value)) return true;
  const kinds = countKinds(value);
  if (kinds.different < Math.min(8, value.length / 2)) return false;
  if (HEX.test(value)) return kinds.digits >= 2 && kinds.letters >= 1;
  const share = commonPairs(value);
  if (kinds.digits === 0) {
    return (
      value.length >= 20 &&
      kinds.capitals >= 3 &&
      kinds.small >= 3 &&
      share < 0.38 &&
      !isCamelCase(value) &&
      !isPartsOfWords(value)
    );
  }
  if (kinds.letters === 0) return false;
  return share < (value.length < 24 ? 0.42 : 0.4) && !isPartsOfWords(value);
}

/** `auth-token-v2`, `chunk_12_of_20`, `2026-01-01T10:00`: short parts with letters or digits alone. */
function isPartsOfWords(value: string): boolean {
  const parts = value.split(/[-_./:=+@]/);
  return (
    parts.length > 2 &&
    parts.every((part) => part.length <= 12 && /^(?:[A-Za-z]{0,12}|\d{0,8}|[vV]?\d{1,4}[a-z]{0,4})$/.test(part))
  );
}

function isCamelCase(value: string): boolean {
  return /^(?:[A-Za-z][a-z]{2,15}){2,10}$/.test(value) && commonPairs(value) > 0.3;
}

interface Kinds {
  letters: number;
  small: number;
  capitals: number;
  digits: number;
  others: number;
  different: number;
}

export function countKinds(text: string): Kinds {
  const kinds = { letters: 0, small: 0, capitals: 0, digits: 0, others: 0, different: 0 };
  const seen = new Set<number>();
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    seen.add(code);
    if (code >= 0x30 && code <= 0x39) kinds.digits += 1;
    else if (code >= 0x61 && code <= 0x7a) kinds.small += 1;
    else if (code >= 0x41 && code <= 0x5a) kinds.capitals += 1;
    else kinds.others += 1;
  }
  kinds.letters = kinds.small + kinds.capitals;
  kinds.different = seen.size;
  return kinds;
}

/** Values that name where the secret is, and are none: variables, templates, paths, addresses, marks of our own. */
const REFERENCE =
  /^(?:\$[\w({<[]|%[A-Za-z_]\w{0,60}%$|%[({s]|<[^>]{0,200}>?$|\[redacted|\[REDACTED|\[MASKED|\[secret|@[\w{/]|#\{|\{\{|\{%|!(?:Ref|Sub|GetAtt|ImportValue|vault|secret|env)|(?:process\.|import\.meta|os\.|env[.[(:]|ENV[[.(]|System\.|Deno\.|Bun\.|secrets?[.:/[]|vars?[.[]|local[.]|data\.|config[.[(]|self\.|this\.|op:\/\/|vault:|ssm:|arn:|projects\/|ref\+|file:|https?:|\.{1,2}\/|~\/|[A-Za-z]:\\|&[a-z]+;))/;
const TEMPLATE = /\$\{|\$\(|\{\{|<%|%\(|#\{|\}\}|\$[A-Z_]{3,}/;

export function isReference(value: string): boolean {
  return (
    REFERENCE.test(value) ||
    TEMPLATE.test(value) ||
    (value.startsWith('{') && value.endsWith('}') && !looksMade(value.slice(1, -1), 24)) ||
    isPath(value)
  );
}

/** A path of words. A secret of base64 may begin with a slash too. */
function isPath(value: string): boolean {
  if (!/^(?:\/|[\w.-]{1,40}\/)[\w.@ -]{0,60}(?:\/|$)/.test(value)) return false;
  return !looksMade(value.replaceAll('/', ''), 20);
}

/** What people write in the place of a secret. */
const PLACEHOLDER_START =
  /^["'`]?(?:your|my[-_ ]|the[-_ ]|some[-_ ]|insert|enter[-_ ]|replace|change[-_ ]?(?:me|it|this)|put[-_ ]|paste|example|sample|dummy|fake|mock|placeholder|redacted|masked|hidden|removed|todo|tbd|foo|bar(?![a-z])|baz|test(?![A-Za-z]{3})|demo(?![a-z])|default|none$|null|nil$|undefined|abc(?![a-z])|qwerty|asdf|lorem|stub|invalid|bogus|not[-_ ]a|notan?(?:real|secret|valid|key|token|pass|actual)|no[-_ ](?:token|key|secret|pass)|a[-_]?secret|super[-_ ]?secret|top[-_ ]?secret|sk[-_](?:test[-_])?(?:x|\.|\*|your|test|fake|mock|dummy|12)|(?:secret|token|passw(?:or)?d|pass|pwd|key|api[-_]?key|access[-_]token|auth[-_]?token|client[-_]secret)[-_ ]?(?:here|value|string|goes|\d{0,4}|[a-z]{0,6}|123\w{0,6})$)/i;
const PLACEHOLDER_INSIDE =
  /x{4,}|X{4,}|\*{3,}|\.{3,}|…|_{5,}|-{5,}|EXAMPLE|[-_ ](?:here|example|placeholder)\b|(?:^|[-_])(?:fake|dummy|mock|fixture|placeholder|sample)(?:[-_]|$)|your[-_]|change-?me|(.)\1{7,}/;
/** Rows of keys and digits, beside a name. Real hexadecimal may hold a few of them. */
const SEQUENCE =
  /^(?:0?123456|1234$|12345|abc123|abcd?1234|abcdef0?123|0{4}|1{4}|987654|qwerty|a1b2c3|deadbeef|cafebabe|p[a@]ssw[o0]rd|letmein|secret\d{0,4}$|admin\d{0,4}$|root\d{0,3}$|user\d{0,3}$|guest\d{0,3}$|hunter2$)/i;

export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER_START.test(value) || SEQUENCE.test(value) || isPlaceholderInside(value);
}

/** True if a text holds what only a placeholder holds, whatever it begins with. */
export function isPlaceholderInside(value: string): boolean {
  return PLACEHOLDER_INSIDE.test(value.length > JUDGED ? value.slice(0, JUDGED) : value);
}

/** Types, and words that stand where a value could. */
const WORDS = new Set(
  'string number boolean bool integer int float double str bytes byte char object array list map dict any unknown never void true false null none nil undefined required optional bearer basic digest apikey token secret password passwd passphrase key text hidden email username user auto yes no on off enabled disabled default empty missing invalid valid expired unset set redacted ok error self this async await new function return const let var public private static readonly final await typeof type env secretstr securestring'.split(
    ' ',
  ),
);

export function isWordOfCode(value: string): boolean {
  return WORDS.has(value.toLowerCase());
}

/** How a value stands: in quotes, alone after `=` or `:` of a settings file, in code, or in a sentence. */
export type Standing = 'quoted' | 'setting' | 'code' | 'prose';

const IDENTIFIER = /^[A-Za-z_$][\w$]{0,255}$/;
const CONSTANT = /^[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,12}$/;
const CHAIN = /^[A-Za-z_$][\w$]{0,60}(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]{0,60}){1,12}[!?]?$/;
/** The name of a header stands where one says which it is. */
const HEADER = /^X(?:-[A-Z][a-z]{1,20}){1,4}$/;
const CALL = /^[\w.$:>!&*-]{1,120}\([^)]{0,120}\)?[!?;]?$/;
const CODE = /[()[\]{}\\]|=>|;$|::/;
const MINIFIED = /===|&&|\|\||[:?]\w{1,3}\./;

/** What every value has to pass: it is no reference, no placeholder, no type and no code. */
function mayBeSecret(value: string, standing: Standing): boolean {
  if (isReference(value) || isWordOfCode(value) || HEADER.test(value)) return false;
  if (CONSTANT.test(value) && !looksMade(value.replaceAll('_', ''), 20)) return false;
  if (CHAIN.test(value) && !value.split(/\.|::|->/).some((part) => looksMade(part, standing === 'quoted' ? 12 : 16)))
    return false;
  if (standing !== 'quoted' && (CALL.test(value) || MINIFIED.test(value))) return false;
  if (standing !== 'quoted' && CODE.test(value) && !looksMade(value.replaceAll(/[()[\]{};\\]/g, ''), 12)) return false;
  return (value.slice(0, JUDGED).match(/[^\0-\u007f]/g)?.length ?? 0) < 3;
}

/** True if the value of a name that is only likely secret, such as `token`, looks made. */
export function isMadeValue(value: string, standing: Standing, least: number): boolean {
  if (value.length < least || !mayBeSecret(value, standing) || !looksMade(value, least)) return false;
  // Long ones begin with any letters.
  return value.length >= 24 ? !isPlaceholderInside(value) : !isPlaceholder(value);
}

/** `Seestern-fuenf-Arme-5`, `Birke!am!Bach`: what a person makes up as a password, if the name says that it is one. */
export function isMadeUp(value: string, standing: Standing): boolean {
  if (value.length < 8 || value.length > 64 || /\s/.test(value)) return false;
  if (!mayBeSecret(value, standing) || isPlaceholder(value)) return false;
  const kinds = countKinds(value);
  const hasSign = /[!#$%^&*~+]/.test(value);
  if (kinds.letters < 3 || !(kinds.digits > 0 || hasSign)) return false;
  if (standing === 'code') return false;
  if (standing === 'prose') return kinds.digits > 0 && hasSign;
  // Names of fields and keys in lower case: `password-input-1`.
  return standing === 'setting' || /[A-Z]/.test(value) || !/^[a-z]+(?:[-_.:][a-z]+){0,8}\d$/.test(value);
}

/** True if the value of a name that says secret or password is one. `standard` asks for more than words. */
export function isSecretValue(value: string, standing: Standing, isStrict: boolean): boolean {
  if (/\s/.test(value)) return false;
  if (value.length < 4 || !mayBeSecret(value, standing)) return false;
  if (isStrict && standing !== 'code' && standing !== 'prose') return !/^[*.x_-]{1,256}$/i.test(value);
  if (value.length < 6 || (isPlaceholder(value) && !isLongMade(value))) return false;
  // As Apple and Google make them for programs.
  if (/^(?:[a-z]{4}-){3}[a-z]{4}$/.test(value) && commonPairs(value) < 0.6) return true;
  const judged = value.slice(0, JUDGED);
  const kinds = countKinds(judged);
  if (kinds.different < 4) return false;
  if (standing === 'code' && value.length < 8) return false;
  if (standing === 'code' && IDENTIFIER.test(value)) return looksMade(value, 12) || isRandomWord(value, kinds);
  if (standing === 'prose' && (kinds.digits === 0 || kinds.letters === 0))
    return looksMade(value, 12) || isRandomWord(value, kinds);
  if (kinds.letters === 0) return kinds.digits >= 6 && standing !== 'prose';
  if (kinds.digits > 0) return !isPartsOfIdentifier(value, standing, kinds);
  if (/[!@#$%^&*~]/.test(judged) && kinds.letters >= 4)
    return commonPairs(judged) < 0.5 || /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(judged);
  return isRandomWord(judged, kinds) || looksMade(judged, 20);
}

/** Long and made: no placeholder, though it begins like one by chance. */
export function isLongMade(value: string): boolean {
  return value.length >= 24 && !isPlaceholderInside(value) && looksMade(value);
}

/** `user2Password`, `v2-key`: a name of code with a small number in it. */
function isPartsOfIdentifier(value: string, standing: Standing, kinds: Kinds): boolean {
  if (kinds.digits > 1 || kinds.others > 3 || looksMade(value, 12)) return false;
  if ((value.match(/[a-z][A-Z]/g)?.length ?? 0) >= 3) return false;
  if (standing === 'quoted')
    return /^[a-z]{2,20}(?:[-_.:][a-z]{1,20}){1,4}\d$|^[a-z]{3,20}\d$/i.test(value) && commonPairs(value) > 0.5;
  return commonPairs(value) > 0.45;
}

/** Letters alone that make no word. */
function isRandomWord(value: string, kinds: Kinds): boolean {
  if (kinds.letters < 8 || kinds.letters !== value.length || kinds.different < 5) return false;
  // Labels of other languages begin with a capital.
  return commonPairs(value) < (kinds.capitals === 0 && value.length >= 10 ? 0.62 : 0.5);
}
