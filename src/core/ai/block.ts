import type { StreamPart } from './stream-part.ts';

/** A block of text or of reasoning, which is opened, appended to and closed; then the next one begins. */
export interface Block {
  append(piece: string): StreamPart[];
  /** The whole of what was being written: gives what is missing of it and closes it. */
  complete(whole: string): StreamPart[];
  /** Closes the block, though what it holds may go on in another one. */
  close(): StreamPart[];
  /** Closes the block for good: what comes next is another text, however alike. */
  end(): StreamPart[];
}

export function createBlock(kind: 'text' | 'reasoning'): Block {
  let count = 0;
  let isOpen = false;
  /** What the message has so far, in this block and in those before it. */
  let written = '';

  function append(piece: string): StreamPart[] {
    if (piece === '') return [];
    const parts: StreamPart[] = [];
    if (!isOpen) {
      isOpen = true;
      count += 1;
      parts.push({ type: `${kind}-start`, id: idOf() });
    }
    written += piece;
    parts.push({ type: `${kind}-delta`, id: idOf(), delta: piece });
    return parts;
  }

  function close(): StreamPart[] {
    if (!isOpen) return [];
    isOpen = false;
    return [{ type: `${kind}-end`, id: idOf() }];
  }

  function idOf(): string {
    return `${kind}-${count}`;
  }

  return {
    append,
    complete(whole) {
      const isSame = whole.startsWith(written);
      // Another text than the one that was being written is a message of its own.
      const ended = isSame ? [] : close();
      const parts = [...ended, ...append(isSame ? whole.slice(written.length) : whole), ...close()];
      written = '';
      return parts;
    },
    close,
    end() {
      written = '';
      return close();
    },
  };
}
