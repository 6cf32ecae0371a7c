import { createContext, use } from 'react';
import type { Row } from '../../src/doors/server/api-types.ts';
import type { SessionStore } from '../stores/session-store.ts';
import type { ProjectFolder } from './project-path.ts';

/** What a row needs to know of the page around it. */
export interface ThreadView {
  store: SessionStore;
  agent: string;
  folder: ProjectFolder;
  /** Whether a row is open; `byDefault` where nobody has said so yet. */
  isOpen(row: Row, byDefault: boolean): boolean;
  toggle(row: Row, open: boolean): void;
  /** Whether the secrets of a row are shown as they stand. */
  showsSecrets(row: Row): boolean;
  toggleSecrets(row: Row, show: boolean): void;
  select(row: number): void;
  showRaw(row: number): void;
  copyLink(row: Row): void;
}

export const ThreadViewContext = createContext<ThreadView | undefined>(undefined);

export function useThreadView(): ThreadView {
  const view = use(ThreadViewContext);
  if (!view) throw new TypeError('a row is drawn outside of a transcript');
  return view;
}
