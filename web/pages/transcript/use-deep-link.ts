import { useEffect, useRef } from 'react';
import { usePlace } from '../../router.ts';
import type { SessionStore } from '../../stores/session-store.ts';
import { announce } from '../../ui/announcer.tsx';

/** What the page does at the place in its address. */
export interface DeepLinkActions {
  goToRow: (row: number) => void;
  /** A line of the file, and the row that it made or the nearest one. A line need not make a row. */
  goToLine: (line: number, row: number | undefined) => void;
}

/** Opens at the place in the address: `#m=<message>` or `#L<line>`. */
export function useDeepLink(store: SessionStore, actions: DeepLinkActions): void {
  const { hash } = usePlace();
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const where = placeOf(hash);
    if (!where) return;
    let isHere = true;
    store.locate(where).then(
      (row) => {
        if (!isHere) return;
        if ('line' in where) latest.current.goToLine(where.line, row);
        else if (row === undefined) announce('The address names a row that is not there');
        else latest.current.goToRow(row);
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
  return line === undefined || Number(line) === 0 ? undefined : { line: Number(line) };
}
