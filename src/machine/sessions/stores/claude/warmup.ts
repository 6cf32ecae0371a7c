import { isObject, parseObject } from '../../../../core/lines/json.ts';
import { readStart } from '../../read-start.ts';

/** A warm-up is short: one prompt and one answer. */
const MOST_BYTES = 64 * 1024;
const HEAD_BYTES = 4096;

/** 2.0.77 starts sub-agents at every start whose only prompt is `Warmup`. Nobody had a session with them. */
export function isWarmup(path: string, size: number): boolean {
  if (size > MOST_BYTES) return false;
  const [line = ''] = readStart(path, HEAD_BYTES).split('\n', 1);
  const { message } = parseObject(line) ?? {};
  return isObject(message) && message.content === 'Warmup';
}
