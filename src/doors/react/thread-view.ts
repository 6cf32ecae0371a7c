import { createContext, use } from 'react';
import type { Row } from '../../src/doors/server/api-types.ts';
import type { SessionStore } from '../stores/session-store.ts';
import type { ProjectFolder } from './project-path.ts';

/** The part of the page that a row needs to know. */
export interface ThreadView {
  store: SessionStore;
  agent: string;
  folder: ProjectFolder;
  /** True if a row is open. `byDefault` applies until the reader has chosen. */
  isOpen(row: Row, byDefault: boolean): boolean;
  toggle(row: Row, open: boolean): void;
  /** True if the rows of a run of context are shown one by one. A run is known by its first row. */
  isRunOpen(first: number): boolean;
  toggleRun(first: number, open: boolean): void;
  /** True if the reader asked for the secrets of a row. */
  showsSecrets(row: number): boolean;
  toggleSecrets(row: number, show: boolean): void;
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
