import { type JsonObject, parseObject } from '../../core/lines/json.ts';
import { createSkimmer, type Skimmer } from './skim.ts';

/** Longer lines are skimmed: most of such a line is one text that nobody needs. */
const SKIM_FROM = 4 * 1024;

/** Decodes the record of a line, with long strings cut and deep nesting omitted. Undefined if there is none. */
export interface RecordDecoder {
  decode(bytes: Buffer, start: number, end: number): JsonObject | undefined;
  /** Takes a part of a line. */
  part(bytes: Buffer, start: number, end: number): void;
  finish(): JsonObject | undefined;
}

/** `listDepth`: deeper lists do not matter. */
export function createRecordDecoder(listDepth: number): RecordDecoder {
  const skimmer: Skimmer = createSkimmer({ listDepth, objectDepth: listDepth + 6 });

  function finish(): JsonObject | undefined {
    const text = skimmer.take();
    return text === undefined ? undefined : parseObject(text);
  }

  return {
    decode(bytes, start, end) {
      const begin = contentStart(bytes, start, end);
      if (end - begin < SKIM_FROM) return parseObject(bytes.toString('utf8', begin, end));
      skimmer.push(bytes, begin, end);
      return finish();
    },
    part(bytes, start, end) {
      skimmer.push(bytes, start, end);
    },
    finish,
  };
}

/** A crash may leave NUL bytes before a line (Claude Code skips them too). A file may begin with a byte order mark. */
export function contentStart(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] === 0) at += 1;
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf ? at + 3 : at;
}
