import { createLineFramer } from '../../../core/lines/framer.ts';
import { machineLimits } from '../../../limits/machine.ts';
import { readTail } from '../read-tail.ts';

/** Searches lines at the end of a session's file for its title. */
export interface TitleSearch {
  line(text: string): void;
  /** The title in the lines so far. */
  title(): string | undefined;
}

/** The title in the last bytes of a file. */
export function titleInBytes(tail: Uint8Array, search: TitleSearch): string | undefined {
  return searchTitle(search, (push) => push(tail));
}

/** The title at the end of a file. A reader of the session will report a file that cannot be read. */
export function titleAtEnd(path: string, search: TitleSearch): string | undefined {
  return searchTitle(search, (push) => {
    try {
      readTail(path, machineLimits.maxTitleTailBytes, push);
    } catch {
      // The part that was read counts.
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
