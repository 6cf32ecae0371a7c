import { useEffect, useState } from 'react';
import type { SessionHead } from '../../src/doors/server/api-types.ts';
import { api } from '../api/client.ts';

const MOST_FOUND = 40;
/** The time between a key and the question to the server. */
const TYPING_MS = 80;

/** The sessions that have some words, the newest first; undefined until the first answer. */
export function useFoundSessions(text: string): readonly SessionHead[] | undefined {
  const [heads, setHeads] = useState<readonly SessionHead[]>();
  useEffect(() => {
    let isHere = true;
    const timer = setTimeout(() => {
      api.sessions({ q: text.trim(), limit: MOST_FOUND }).then(
        ({ items }) => isHere && setHeads(items),
        () => {},
      );
    }, TYPING_MS);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [text]);
  return heads;
}
