import { limits } from '../limits.ts';
import type { OutputSink } from './sandbox.ts';

/** Keeps the beginning of what a command prints, for those who want it as a text. */
export interface OutputText extends OutputSink {
  text(): string;
}

export function createOutputText(): OutputText {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    write(chunk) {
      const room = limits.maxCommandOutputBytes - length;
      const bytes = Buffer.from(chunk).subarray(0, room);
      if (bytes.length > 0) chunks.push(bytes);
      length += bytes.length;
      return true;
    },
    once() {},
    text: () => new TextDecoder().decode(Buffer.concat(chunks)),
  };
}
