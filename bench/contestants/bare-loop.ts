import { closeSync, openSync, readSync } from 'node:fs';
import { createChunkBuffer } from './read-chunks.ts';

/** The least that JavaScript can do to get from bytes to values; everything else is measured by it. */
export function bareLoop(paths: readonly string[]): number {
  let buffer = createChunkBuffer();
  let lines = 0;
  for (const path of paths) {
    const file = openSync(path, 'r');
    /** Bytes of an unfinished line at the front of the buffer. */
    let held = 0;
    for (;;) {
      const size = readSync(file, buffer, held, buffer.length - held, null);
      if (size === 0) break;
      const end = held + size;
      let start = 0;
      for (let at = buffer.indexOf(10, held); at !== -1 && at < end; at = buffer.indexOf(10, start)) {
        JSON.parse(buffer.toString('utf8', start, at));
        lines += 1;
        start = at + 1;
      }
      buffer.copyWithin(0, start, end);
      held = end - start;
      if (held === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    }
    closeSync(file);
  }
  return lines;
}
