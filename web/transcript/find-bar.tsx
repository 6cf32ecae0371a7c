import { useEffect, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { formatCount } from '../format/figures.ts';
import { useKeys } from '../keyboard.ts';
import { setQuery } from '../router.ts';
import type { Store } from '../stores/store.ts';
import { Icon } from '../ui/icon.tsx';
import { markFound } from './mark-found.ts';
import { type SeenRange, useSeen } from './seen-range.ts';

/** Searches all rows of the session, also those that are not on the page, by asking the server. */
export function FindBar({ sessionKey, query, takesFocus, version, range, onGo, onClose }: FindBarProps) {
  const [text, setText] = useState(query);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const { value, error, loading } = useAnswer(text === '' ? undefined : `${sessionKey} ${text}`, async (signal) => {
    await new Promise((resolve) => setTimeout(resolve, 120));
    return api.find(sessionKey, text, signal);
  });
  const seen = useSeen(range, ({ first, last }) => `${first} ${last}`);
  const hits = text === '' ? [] : (value?.hits ?? []);
  useEffect(() => {
    if (takesFocus) input.current?.select();
  }, [takesFocus]);
  useEffect(() => setQuery({ find: text }, 'replace'), [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were drawn since have to be marked too
  useEffect(() => markFound(text, hits[at]?.row), [text, at, hits, version, seen]);
  useEffect(() => () => markFound('', undefined), []);

  function step(direction: 1 | -1): void {
    if (hits.length === 0) return;
    const next = (at + direction + hits.length) % hits.length;
    setAt(next);
    onGo(hits[next]?.row ?? 0);
  }
  useKeys({ n: () => step(1), N: () => step(-1), Escape: onClose });

  return (
    <search className="find-bar">
      <Icon name="find" />
      <input
        ref={input}
        className="text-input"
        value={text}
        aria-label="Find in this session"
        placeholder="Find in this session"
        onChange={(event) => {
          setText(event.target.value);
          setAt(-1);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
        }}
      />
      <span role="status" className="num">
        {text !== '' && !loading && error === undefined && foundWords(value?.total ?? 0, at)}
        {text !== '' && value?.gaveUp && ' · it took too long, not all rows were looked at'}
        {error !== undefined && `not possible (${error})`}
      </span>
      <button type="button" className="btn icon" aria-label="Previous hit" onClick={() => step(-1)}>
        ↑
      </button>
      <button type="button" className="btn icon" aria-label="Next hit" onClick={() => step(1)}>
        ↓
      </button>
      <button type="button" className="btn icon" aria-label="Close find" onClick={onClose}>
        <Icon name="close" />
      </button>
      <span className="wide">All rows are searched; the browser’s own find sees only those on the page.</span>
    </search>
  );
}

interface FindBarProps {
  sessionKey: string;
  query: string;
  /** True if the reader opened it. A search in the address leaves the keys to the rows. */
  takesFocus: boolean;
  version: number;
  range: Store<SeenRange>;
  onGo: (row: number) => void;
  onClose: () => void;
}

function foundWords(total: number, at: number): string {
  if (total === 0) return 'no hit';
  return at >= 0 ? `${formatCount(at + 1)} of ${formatCount(total)}` : `${formatCount(total)} hits`;
}
