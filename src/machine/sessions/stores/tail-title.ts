import { createLineFramer } from '../../../core/lines/framer.ts';
import { machineLimits } from '../../../limits/machine.ts';
import { readTail } from '../read-tail.ts';

/** Looks for a session's name in lines at the end of its file. */
export interface TitleSearch {
  line(text: string): void;
  /** The name in the lines so far. */
  title(): string | undefined;
}

/** The name in the last bytes of a file. */
export function titleInBytes(tail: Uint8Array, search: TitleSearch): string | undefined {
  return searchTitle(search, (push) => push(tail));
}

/** The name at the end of a file. Whoever reads the session will tell what is wrong with a file that cannot be read. */
export function titleAtEnd(path: string, search: TitleSearch): string | undefined {
  return searchTitle(search, (push) => {
    try {
      readTail(path, machineLimits.maxTitleTailBytes, push);
    } catch {
      // What was read of it counts.
    }
  });
}

function searchTitle(search: TitleSearch, read: (push: (chunk: Uint8Array) => void) => void): string | undefined {
  const framer = createLineFramer({ maxLineBytes: machineLimits.maxTitleLineBytes });
  read((chunk) => {
    for (const { text } of framer.push(chunk)) search.line(text);
  });
  for (const { text } of framer.end()) search.line(text);
  return search.title();
}
