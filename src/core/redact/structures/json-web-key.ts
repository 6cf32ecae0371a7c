import { contextHit, type Hit } from '../scan/hit.ts';
import type { Reading } from '../scan/reading.ts';
import type { Trigger } from '../scan/trigger.ts';

const FAR = 4096;
const PRIVATE = /["'](?:d|p|q|dp|dq|qi|k)\\{0,7}["']\s{0,4}:\s{0,4}\\{0,7}["']([\w-]{16,2000})/g;

/** The private numbers of a JSON Web Key. The public ones stay. */
function numbers(reading: Reading, at: number): Hit[] | undefined {
  const { text } = reading;
  const before = Math.max(0, at - FAR);
  if (!reading.pay(2 * FAR)) return undefined;
  const open = text.slice(before, at).lastIndexOf('{');
  const from = open === -1 ? before : before + open;
  const close = text.slice(at, at + FAR).indexOf('}');
  const part = text.slice(from, close === -1 ? at + FAR : at + close);
  const hits = Array.from(part.matchAll(PRIVATE), ({ index, 0: all, 1: value = '' }) => {
    const end = from + index + all.length;
    return contextHit(at, end - value.length, end, 'json-web-key');
  });
  return hits.length === 0 ? undefined : hits;
}

export const jsonWebKeyTriggers: readonly Trigger[] = [{ word: '"kty', isByContext: true, find: numbers }];
