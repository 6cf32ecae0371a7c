import * as coreLimits from '../../limits/core.ts';
import { parseJson } from '../lines/json.ts';
import type { Line } from '../lines/line.ts';
import { isOverfull } from '../lines/overfull.ts';

/**
 * Holds the lines of one JSON document over many lines, as a pretty-printer writes it: a first line with only a
 * bracket, indented lines, and a last one that closes it. Everything else is ordinary lines.
 */
export interface DocumentCollector {
  /** Takes the next line. True while it belongs to a document; the lines before it are then held as well. */
  push(line: Line): boolean;
  /** The document, once its last line arrived and it is valid. */
  value(): object | undefined;
  /** True if the document was not parsed because it holds too many values. Known once `value` was asked for. */
  readonly isOverfull: boolean;
  /** The held lines, if they turn out not to be a document. The collector takes no more. */
  release(): Line[];
}

export function createDocumentCollector(): DocumentCollector {
  let held: Line[] = [];
  let length = 0;
  let isTooFull = false;
  let state: 'first' | 'inside' | 'closed' | 'none' = 'first';

  function next(line: Line): typeof state {
    if (line.skippedBytes !== undefined) return 'none';
    if (state === 'first') return isOpening(line.text) ? 'inside' : 'none';
    if (state !== 'inside' || length > coreLimits.maxDocumentLength || held.length > coreLimits.maxLineValues)
      return 'none';
    const first = line.text.charCodeAt(0);
    if (first === 32 || first === 9) return 'inside';
    return isClosing(line.text) ? 'closed' : 'none';
  }

  return {
    push(line) {
      state = next(line);
      if (state === 'none') return false;
      held.push(line);
      length += line.text.length;
      return true;
    },
    value() {
      if (state !== 'closed') return undefined;
      const text = held.map((line) => line.text).join('\n');
      isTooFull = isOverfull(text);
      const value = parseJson(text);
      return typeof value === 'object' && value !== null ? value : undefined;
    },
    get isOverfull() {
      return isTooFull;
    },
    release() {
      const lines = held;
      held = [];
      state = 'none';
      return lines;
    },
  };
}

function isOpening(text: string): boolean {
  const trimmed = text.length < 8 ? text.trim() : '';
  return trimmed === '{' || trimmed === '[';
}

function isClosing(text: string): boolean {
  const trimmed = text.length < 8 ? text.trim() : '';
  return trimmed === '}' || trimmed === ']';
}
