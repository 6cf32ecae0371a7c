import { contextHit, type Hit } from '../scan/hit.ts';
import type { Reading } from '../scan/reading.ts';
import type { Trigger } from '../scan/trigger.ts';
import { looksMade } from '../value.ts';

const LONGEST = 400;
const USER = /[^\s/?#@:"'`<>\\]{0,120}/y;
/** Passwords of examples, and of services that nobody has set up yet. */
const PLACEHOLDER =
  /^(?:\*{1,200}|[xX.]{1,200}|…|%.{0,200}|\[.{0,200}|pass(?:word|wd)?|pwd|secret|token|user(?:name)?|postgres|root|guest|admin|test|example|changeme|mysql|redis|mongo|foo|bar|pw|p|passwd|api_?key|PASSWORD|key|x-oauth-basic|x-access-token|your.{0,60})$/i;

const TEMPLATE = /^\$[A-Za-z_({]|\$\{|\{\{|^<|^\{|%\(|#\{|\[redacted/;

/** The password in an address, `scheme://user:password@host`. It may hold `@`, `/` and `#`. */
function password(reading: Reading, at: number): Hit | undefined {
  const { text } = reading;
  const start = at + '://'.length;
  const mark = reading.next('@', start);
  if (mark === -1 || mark - start > LONGEST || text.charCodeAt(start) === 0x5b) return undefined;
  const end = Math.min(reading.runEnd(start), start + LONGEST);
  if (mark >= end) return undefined;
  USER.lastIndex = start;
  const userEnd = USER.test(text) ? USER.lastIndex : start;
  if (text.charCodeAt(userEnd) !== 0x3a) return userEnd === mark ? tokenAsUser(text, at, start, mark) : undefined;
  const from = userEnd + 1;
  const last = lastMark(text, from, end);
  if (last === -1) return undefined;
  const value = text.slice(from, last);
  if (value === 'x-oauth-basic') return tokenAsUser(text, at, start, userEnd);
  if (value.length < 3 || /^\d{1,5}(?:[/?#]|$)/.test(value)) return undefined;
  if (PLACEHOLDER.test(value) || TEMPLATE.test(value) || value === text.slice(start, userEnd)) return undefined;
  if (/[,;]/.test(value) && /[,;]\w{0,20}:\/\//.test(value)) return undefined;
  if (new Set(value).size < 3) return undefined;
  return contextHit(at, from, last, 'url-password');
}

/** The last `@` before a host. Those of another address on the line do not count. */
function lastMark(text: string, from: number, end: number): number {
  let found = -1;
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x40 && /[A-Za-z0-9[$]/.test(text.charAt(at + 1))) {
      // Behind a host, a path may hold an `@` of its own.
      if (found !== -1 && /[/?]/.test(text.slice(found, at))) break;
      found = at;
    }
    if (code === 0x2c && found !== -1) break;
    if (code === 0x3a && text.startsWith('://', at)) break;
  }
  return found;
}

/** A token in the place of a user. */
function tokenAsUser(text: string, at: number, start: number, end: number): Hit | undefined {
  return looksMade(text.slice(start, end), 20) ? contextHit(at, start, end, 'url-password') : undefined;
}

const ORACLE = /jdbc:oracle:(?:thin|oci8?):[\w.$#-]{1,60}\/([^\s"'`]{3,120})@(?=[/\w(])/y;

/** The password of Oracle's driver, `thin:user/password@host`. */
function oracle({ text }: Reading, at: number): Hit | undefined {
  ORACLE.lastIndex = at;
  const [match, value = ''] = ORACLE.exec(text) ?? [];
  if (match === undefined || PLACEHOLDER.test(value) || TEMPLATE.test(value)) return undefined;
  const start = at + match.length - 1 - value.length;
  return contextHit(at, start, start + value.length, 'url-password');
}

const GO_USER = /(?:^|[\s"'`=(:\\])[\w.-]{1,60}:([^\s"'`:][^\s"'`]{2,119})$/;
const FAR = 200;

/** The password of Go's driver of MySQL, `user:password@tcp(host)`. */
function beforeNetwork({ text }: Reading, at: number): Hit | undefined {
  const [, value = ''] = GO_USER.exec(text.slice(Math.max(0, at - FAR), at)) ?? [];
  if (value === '' || PLACEHOLDER.test(value) || TEMPLATE.test(value)) return undefined;
  return contextHit(at, at - value.length, at, 'url-password');
}

export const urlTriggers: readonly Trigger[] = [
  { word: '://', isByContext: true, find: password },
  { word: 'jdbc:oracle:', isByContext: true, find: oracle },
  { word: '@tcp(', isByContext: true, find: beforeNetwork },
  { word: '@unix(', isByContext: true, find: beforeNetwork },
];
