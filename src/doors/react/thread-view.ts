import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { Row, RowBlock, RowKind } from '../../core/writers/rows/row.ts';
import type { ProjectFolder } from './project-path.ts';

/** What a row needs to know of the transcript that it is in. A page with a server gives more than one without. */
export interface ThreadView {
  /** The agent's name for people. */
  agentTitle: string;
  folder: ProjectFolder;
  /** The kinds of all rows, held or not. */
  kinds(): readonly RowKind[];
  /** A row, if it is held. */
  rowAt(row: number): Row | undefined;
  /** True if a row is open. `byDefault` applies until the reader has chosen. */
  isOpen(row: Row, byDefault: boolean): boolean;
  toggle(row: Row, open: boolean): void;
  /** True if the rows of a run of context are shown one by one. A run is known by its first row. */
  isRunOpen(first: number): boolean;
  toggleRun(first: number, open: boolean): void;
  select(row: number): void;
  /** `12:02:07` in the zone of the reader. */
  formatTime(time: number): string;
  /** Brings more of a text of which only the beginning is held. Without it, that is said. */
  loadText?: ((request: TextRequest) => Promise<TextAnswer>) | undefined;
  slots: RowSlots;
}

/** The next part of a long text, in bytes of UTF-8. */
export interface TextRequest {
  row: number;
  /** The index of the block, and the name of its text: `text`, `output`, `diff`, … */
  block: number;
  part: string;
  from: number;
  bytes: number;
}

/** A part of a text, and where it ends. */
export interface TextAnswer {
  text: string;
  to: number;
}

/** Parts of a row that are drawn by whoever has what they need. Each is left out where it is not given. */
export interface RowSlots {
  /** The buttons in the head of a row that someone is at. */
  Actions?: ComponentType<{ row: Row }> | undefined;
  /** A row of which secrets were hidden. `draw` draws one with its content. */
  Secrets?: ComponentType<{ row: Row; draw: (row: Row) => ReactNode }> | undefined;
  /** An image by its name. Without it, the image is named. */
  Image?: ComponentType<{ block: ImageData; row: Row }> | undefined;
  /** The thread of a sub-agent; `task` is what is shown without one. */
  Child?: ComponentType<{ row: Row; task: ReactNode }> | undefined;
  /** How a plan changed. By default, from the rows that are held. */
  PlanHistory?: ComponentType<{ row: Row; places: readonly number[] }> | undefined;
  /** The text of a line that could not be read, or of an unknown kind. */
  Raw?: ComponentType<{ text: string; row: Row }> | undefined;
  /** The whole output of a command. */
  FullText?: ComponentType<{ text: string; onClose: () => void }> | undefined;
}

/** The block of an image that the thread has the data of. */
export type ImageData = Extract<RowBlock, { type: 'image' }>;

export const ThreadViewContext = createContext<ThreadView | undefined>(undefined);

export function useThreadView(): ThreadView {
  const view = useContext(ThreadViewContext);
  if (!view) throw new TypeError('a row is drawn outside of a transcript');
  return view;
}
