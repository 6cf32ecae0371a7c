import { createContext, use } from 'react';
import type { Row } from '../../src/doors/server/api-types.ts';
import type { SessionStore } from '../stores/session-store.ts';

/** What the page adds to a transcript: the session's store, and what a reader may ask of a row. */
export interface ViewerThread {
  store: SessionStore;
  /** True if the reader asked for the secrets of a row. */
  showsSecrets(row: number): boolean;
  toggleSecrets(row: number, show: boolean): void;
  showRaw(row: number): void;
  copyLink(row: Row): void;
}

export const ViewerThreadContext = createContext<ViewerThread | undefined>(undefined);

export function useViewerThread(): ViewerThread {
  const thread = use(ViewerThreadContext);
  if (!thread) throw new TypeError('a row of the page is drawn outside of a session');
  return thread;
}
