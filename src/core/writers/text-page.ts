import type { PageMessage } from './page-messages.ts';
import type { PageReading } from './page-reading.ts';
import type { ThreadHead } from './thread-head.ts';
import type { Writer } from './writer.ts';

/** The parts of a page of text. */
interface TextPage {
  /** What stands above the first message. Asked once. */
  begin(): string[];
  written(rows: readonly PageMessage[]): string[];
  /** What stands below the last message; `late` are facts that came after the page had begun. */
  end(late: ThreadHead | undefined): string[];
}

/** Writes a page of text as its messages are settled. It begins with the first of them, or with the end. */
export function textPage(reading: PageReading, page: TextPage): Writer {
  let isBegun = false;

  function begin(): string[] {
    if (isBegun) return [];
    isBegun = true;
    return page.begin();
  }

  return {
    push(outcome) {
      const pieces = page.written(reading.push(outcome));
      return pieces.length === 0 ? pieces : [...begin(), ...pieces];
    },
    end: () => [...begin(), ...page.written(reading.end()), ...page.end(reading.lateHead())],
  };
}
