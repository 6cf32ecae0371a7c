import { closeSync, openSync, readSync } from 'node:fs';
import { isObject, parseObject } from '../../../../core/lines/json.ts';
import { CAREFUL_FLAGS } from '../../read-tail.ts';

/** A warm-up is short: one prompt and one answer. */
const MOST_BYTES = 64 * 1024;
const HEAD_BYTES = 4096;

/** 2.0.77 starts sub-agents at every start that are told nothing but `Warmup`; nobody had a session with them. */
export function isWarmup(path: string, size: number): boolean {
  if (size > MOST_BYTES) return false;
  const [line = ''] = headOf(path).split('\n', 1);
  const { message } = parseObject(line) ?? {};
  return isObject(message) && message.content === 'Warmup';
}

function headOf(path: string): string {
  try {
    const descriptor = openSync(path, CAREFUL_FLAGS);
    try {
      const buffer = Buffer.alloc(HEAD_BYTES);
      return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Whoever reads the session will tell what is wrong with the file.
    return '';
  }
}
