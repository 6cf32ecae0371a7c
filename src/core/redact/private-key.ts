import { coreLimits } from '../../limits/core.ts';
import type { TextSearch } from './rule.ts';

/**
 * Lines of a key whose end was cut off, with plain line breaks or JSON's. A line and the break between lines share no
 * first character.
 */
const KEY_LINES =
  /(?:(?:\s|\\{1,3}[nr]){1,6}[A-Za-z0-9+/=]{32,76}(?![A-Za-z0-9+/=])){1,300}(?:(?:\s|\\{1,3}[nr]){1,6}[A-Za-z0-9+/=]{1,76}(?=[\s\\"']|$))?|(?:\s|\\{1,3}[nr]){1,6}[A-Za-z0-9+/=]{8,76}$/y;

/** The end of a private key: its last line, or in a cut output the last line that looks like one. */
export function endOfPrivateKey(text: string, from: number, search: TextSearch): number {
  const end = search.next('-----END ', from);
  if (end !== -1 && end - from <= coreLimits.maxPrivateKeyLength) {
    const close = text.indexOf('-----', end + '-----END '.length);
    return close === -1 || close - end > 60 ? end : close + '-----'.length;
  }
  KEY_LINES.lastIndex = from;
  return KEY_LINES.test(text) ? KEY_LINES.lastIndex : from;
}
