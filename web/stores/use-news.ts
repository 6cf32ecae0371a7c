import { useEffect, useState } from 'react';
import { onList, onMissed } from '../api/live.ts';

/** A number that rises after news of sessions, of these or of all, at most once in `wait` milliseconds. */
export function useNews(wait: number, keys?: readonly string[]): number {
  const [count, setCount] = useState(0);
  const wanted = keys?.join('\n');
  useEffect(() => {
    const known = wanted?.split('\n');
    const isOf = (key: string | undefined) => known === undefined || (key !== undefined && known.includes(key));
    let timer: ReturnType<typeof setTimeout> | undefined;
    function rise(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        setCount((old) => old + 1);
      }, wait);
    }
    const stopMissed = onMissed(rise);
    const stop = onList(({ upserts, gone }) => {
      // What a sub-agent did is part of its session.
      if (upserts.some(({ key, parent }) => isOf(key) || isOf(parent)) || gone.some(isOf)) rise();
    });
    return () => {
      clearTimeout(timer);
      stopMissed();
      stop();
    };
  }, [wait, wanted]);
  return count;
}
