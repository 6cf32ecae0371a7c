import { isUserAndPassword } from '../named-secret.ts';
import { contextHit, type Hit } from '../scan/hit.ts';
import type { Reading } from '../scan/reading.ts';
import type { Trigger } from '../scan/trigger.ts';
import { countKinds, isPlaceholder, isReference, looksMade } from '../value.ts';

const HEADER =
  /(?:\\{0,7}["'`])?\]?(?:[ \t]{0,3}(?:[:=,]|=>)[ \t]{0,4}|[ \t]{1,4}(?=\\{0,7}["']))(?:[bfru]?\\{0,7}["'`])?(?:(bearer|basic|token|apikey|api-key|key|jwt|oauth|bot|digest|negotiate|splunk|sso-key|dpop|klaviyo-api-key|geniekey|sharedkey|hmac|aws4-hmac-sha256|discogs|plex|mac|ssws|token)[ \t]{1,3}|[A-Za-z][\w-]{1,24}[ \t]{1,3}(?=[\w.~+/=-]{20}))?(?:(?:token|auth|key)=["']?)?([\w.~+/=:%!@$^&*|-]{6,4096})/iy;
const BEARER = /bearer[ \t]{1,3}(?:["'`] ?\+ ?["'`])?([\w.~+/=|-]{16,4096})/iy;
const SIGNATURE = /Signature=([a-f0-9]{64})/y;

/** The value of an Authorization header, with its scheme or without. An unknown scheme has a long value. */
function header(reading: Reading, at: number): Hit | undefined {
  const { text } = reading;
  if (reading.isInFound(at)) return undefined;
  HEADER.lastIndex = at + 'authorization'.length;
  const match = HEADER.exec(text);
  if (!match) return undefined;
  const [, scheme, found = ''] = match;
  const end = HEADER.lastIndex;
  if (scheme?.toLowerCase().startsWith('aws4')) return signature(reading, at, end);
  const value = found.replace(/[.:!]{1,3}$/, '');
  const start = end - found.length;
  // Where headers flood a text there is no more judgement: in doubt the value goes.
  if (reading.pay(match[0].length) && !isHeaderValue(value, scheme !== undefined, text, start)) return undefined;
  reading.found(start, start + value.length);
  return contextHit(at, start, start + value.length, 'auth-header');
}

function isHeaderValue(value: string, hasScheme: boolean, text: string, start: number): boolean {
  if (isReference(value) || isPlaceholder(value) || text.charCodeAt(start + value.length) === 0x28) return false;
  const kinds = countKinds(value.slice(0, 256));
  if (kinds.different < 5) return false;
  if (looksMade(value, 12) || (hasScheme && isUserAndPassword(value))) return true;
  return (
    hasScheme &&
    value.length >= 10 &&
    kinds.digits > 0 &&
    kinds.letters > 0 &&
    !/^[A-Za-z_$][\w$]{0,40}(?:\.[A-Za-z_$][\w$]{0,40}){0,4}$/.test(value)
  );
}

function signature(reading: Reading, at: number, from: number): Hit | undefined {
  const found = reading.next('Signature=', from);
  if (found === -1 || found - from > 400) return undefined;
  SIGNATURE.lastIndex = found;
  return SIGNATURE.test(reading.text)
    ? contextHit(at, SIGNATURE.lastIndex - 64, SIGNATURE.lastIndex, 'auth-header')
    : undefined;
}

/** `Bearer TOKEN` anywhere. */
function bearer({ text }: Reading, at: number): Hit | undefined {
  BEARER.lastIndex = at;
  const [, found] = BEARER.exec(text) ?? [];
  if (found === undefined) return undefined;
  const value = found.replace(/[.]{1,3}$/, '');
  if (!looksMade(value) || isPlaceholder(value)) return undefined;
  const start = BEARER.lastIndex - found.length;
  return contextHit(at, start, start + value.length, 'auth-header');
}

export const authHeaderTriggers: readonly Trigger[] = [
  { word: 'authorization', isFolded: true, isByContext: true, find: header },
  { word: 'bearer ', isFolded: true, isByContext: true, find: bearer },
];
