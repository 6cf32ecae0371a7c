import type { StreamPart } from './stream-part.ts';

/** A block of text or reasoning. It is opened, appended to and closed; then the next one begins. */
export interface Block {
  append(piece: string): StreamPart[];
  /** Takes the complete text, returns the part that is still missing, and closes the block. */
  complete(whole: string): StreamPart[];
  /** Closes the block. Its text may continue in another one. */
  close(): StreamPart[];
  /** Closes the block for good. The next text is a different one, even if it looks the same. */
  end(): StreamPart[];
}

export function createBlock(kind: 'text' | 'reasoning'): Block {
  let count = 0;
  let isOpen = false;
  /** The text of the message so far, in this block and the ones before it. */
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
      // A text other than the one being written is a message of its own.
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
