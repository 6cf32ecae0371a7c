import { useEffect, useRef } from 'react';
import { usePlace } from '../../router.ts';
import type { SessionStore } from '../../stores/session-store.ts';
import { announce } from '../../ui/announcer.tsx';

/** Opens at the place in the address: `#m=<message>` or `#L<line>`. */
export function useDeepLink(store: SessionStore, goTo: (row: number) => void): void {
  const { hash } = usePlace();
  const go = useRef(goTo);
  go.current = goTo;
  useEffect(() => {
    const where = placeOf(hash);
    if (!where) return;
    let isHere = true;
    store.locate(where).then(
      (row) => {
        if (!isHere) return;
        if (row === undefined) announce('The address names a row that is not there');
        else go.current(row);
      },
      () => announce('The row could not be found'),
    );
    return () => {
      isHere = false;
    };
  }, [store, hash]);
}

function placeOf(hash: string): { message: string } | { line: number } | undefined {
  if (hash.startsWith('#m=')) {
    try {
      return { message: decodeURIComponent(hash.slice(3)) };
    } catch {
      return undefined;
    }
  }
  const line = /^#L(\d{1,12})$/.exec(hash)?.[1];
  return line === undefined ? undefined : { line: Number(line) };
}
