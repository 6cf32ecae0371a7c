import { createLineFramer } from '../../src/core/lines/framer.ts';
import { parseObject } from '../../src/core/lines/json.ts';
import { chunksOf, createChunkBuffer } from './read-chunks.ts';

/** Bytes to JSON values: what every wire stands on. */
export function oursParsing(paths: readonly string[]): number {
  const framer = createLineFramer();
  const buffer = createChunkBuffer();
  let lines = 0;
  for (const path of paths) {
    for (const chunk of chunksOf(path, buffer))
      for (const line of framer.push(chunk)) lines += parseObject(line.text) ? 1 : 0;
    for (const line of framer.end()) lines += parseObject(line.text) ? 1 : 0;
  }
  return lines;
}
