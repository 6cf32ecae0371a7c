import { useState } from 'react';
import type { ApiText } from '../../core/writers/rows/row.ts';
import { useThreadView } from './thread-view.ts';

const STEP_BYTES = 64 * 1024;

export interface LongText {
  text: string;
  /** Bytes that are not here yet. */
  left: number;
  loadMore: () => void;
  isLoading: boolean;
}

/** A text whose rest is fetched in steps. */
export function useLongText(row: number, block: number, part: string, source: ApiText): LongText {
  const { loadText, rowAt } = useThreadView();
  const [more, setMore] = useState({ of: source.text, text: '', to: 0 });
  const [isLoading, setLoading] = useState(false);
  // A row that has grown is a new text. What was added to the old one is no part of it.
  const added = more.of === source.text ? more : { of: source.text, text: '', to: 0 };
  const shownBytes = added.to || (source.sent ?? 0);
  // The server does not know the row by this number yet.
  const isProvisional = rowAt(row)?.provisional === true;
  const left = source.more && loadText && !isProvisional ? Math.max(0, (source.bytes ?? 0) - shownBytes) : 0;

  async function load(): Promise<void> {
    setLoading(true);
    try {
      const answer = await loadText?.({ row, block, part, from: shownBytes, bytes: STEP_BYTES });
      if (answer) setMore({ of: source.text, text: added.text + answer.text, to: answer.to });
    } catch {
      // The button stays, so that it can be pressed again.
    } finally {
      setLoading(false);
    }
  }
  return { text: source.text + added.text, left, loadMore: () => void load(), isLoading };
}
