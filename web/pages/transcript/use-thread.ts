import { type RefObject, useMemo, useState } from 'react';
import { contextRunAt } from '../../../src/doors/react/context-runs.ts';
import type { ThreadView } from '../../../src/doors/react/thread-view.ts';
import { type Folds, useFolds } from '../../../src/doors/react/use-folds.ts';
import type { SessionHead } from '../../../src/doors/server/api-types.ts';
import { ApiFailure, api, secretsQuery } from '../../api/client.ts';
import { formatClock } from '../../format/times.ts';
import { sessionUrl } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { setPreference } from '../../stores/preferences.ts';
import type { SessionStore } from '../../stores/session-store.ts';
import { viewerSlots } from '../../transcript/slots/viewer-slots.ts';
import type { ViewerThread } from '../../transcript/viewer-thread.ts';
import type { ThreadHandle } from '../../transcript/virtual-rows.tsx';
import { copyText } from '../../ui/copy.ts';

/** The selected row and the open rows. Both belong to the page, not to the rows, which come and go. */
export interface Thread {
  view: ThreadView;
  page: ViewerThread;
  folds: Folds;
  isRunOpen: (first: number) => boolean;
  /** Another value after the reader opened or folded a run of context. */
  openRuns: object;
  selected: number | undefined;
  select: (row: number) => void;
  goTo: (row: number) => void;
  /** Brings a row into view and selects none. */
  scrollTo: (row: number | undefined) => void;
  toggleSelected: () => void;
  /** Opens or folds all rows of the selected one's kind. */
  toggleKind: () => void;
  /** Goes to the next row of the whole session that changed this file. */
  goToFile: (path: string) => Promise<void>;
}

export function useThread(
  store: SessionStore,
  { agent, project, projectName }: SessionHead,
  handle: RefObject<ThreadHandle | null>,
  showInspector: () => void,
  /** False if every row of context is a row by itself, as under a filter. */
  foldsContext: boolean,
): Thread {
  const [selected, setSelected] = useState<number>();
  const [withSecrets, setWithSecrets] = useState<ReadonlySet<number>>(new Set());
  const [openRuns, setOpenRuns] = useState<ReadonlySet<number>>(new Set());
  const folds = useFolds();
  const { titleOf } = useAgents();
  const { isOpen } = folds;
  const isRunOpen = (first: number) => !foldsContext || folds.all === true || openRuns.has(first);
  const toggleRun = (first: number, open: boolean) =>
    setOpenRuns((old) => new Set(open ? [...old, first] : [...old].filter((other) => other !== first)));

  const select = (row: number) => setSelected(row);
  const showRaw = (row: number) => {
    setSelected(row);
    setPreference('inspector', true);
    showInspector();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view draws every row again, so only folds make one
  const view = useMemo<ThreadView>(
    () => ({
      agentTitle: titleOf(agent),
      kinds: () => store.fold.kinds,
      rowAt: (row) => store.fold.rows.get(row),
      formatTime: formatClock,
      loadText: ({ row, ...range }) => api.text(store.key, row, { ...range, ...secretsQuery(withSecrets.has(row)) }),
      slots: viewerSlots,
      folder: { ...(project !== undefined && { project }), ...(projectName !== undefined && { projectName }) },
      isOpen,
      toggle: folds.set,
      isRunOpen,
      toggleRun,
      select,
    }),
    [store, agent, titleOf, project, projectName, folds.state, withSecrets, openRuns, foldsContext],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const page = useMemo<ViewerThread>(
    () => ({
      store,
      showsSecrets: (row) => withSecrets.has(row),
      toggleSecrets: (row, show) =>
        setWithSecrets((old) => new Set(show ? [...old, row] : [...old].filter((other) => other !== row))),
      showRaw,
      copyLink: (row) =>
        void copyText(`${location.origin}${sessionUrl(store.key)}#m=${encodeURIComponent(row.id)}`, 'Link copied'),
    }),
    [store, withSecrets],
  );
  const rowAt = (row: number | undefined) => (row === undefined ? undefined : store.fold.rows.get(row));
  /** A row that is behind a line of context comes out. */
  const unfold = (row: number) => {
    const run = contextRunAt(store.fold.kinds, row);
    if (run && run.first !== row && !isRunOpen(run.first)) toggleRun(run.first, true);
  };
  const goTo = (row: number) => {
    setSelected(row);
    unfold(row);
    void handle.current?.goTo(row);
  };
  const scrollTo = (row: number | undefined) => {
    setSelected(undefined);
    if (row === undefined) return;
    unfold(row);
    void handle.current?.goTo(row);
  };

  return {
    view,
    page,
    folds,
    isRunOpen,
    openRuns,
    selected,
    select,
    goTo,
    scrollTo,
    toggleSelected() {
      const row = rowAt(selected);
      if (!row) return;
      const run = contextRunAt(store.fold.kinds, row.row);
      if (run?.first === row.row && !isRunOpen(run.first)) toggleRun(run.first, true);
      else folds.set(row, !isOpen(row, row.kind === 'prompt'));
    },
    toggleKind() {
      const row = rowAt(selected);
      if (row) folds.setKind(row.kind, !isOpen(row, false));
    },
    async goToFile(path) {
      const changes = await rowsThatChanged(store, path);
      const next = changes.find((row) => row > (selected ?? -1)) ?? changes[0];
      if (next !== undefined) goTo(next);
    },
  };
}

/** Asks the server, which has all rows. If it does not answer, searches those that are here. */
async function rowsThatChanged(store: SessionStore, path: string): Promise<number[]> {
  const { kinds, rows } = store.fold;
  try {
    const { hits } = await api.find(store.key, path);
    const found = hits.map(({ row }) => row).filter((row) => kinds[row] === 'change');
    if (found.length > 0) return found;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
  }
  return [...rows.values()]
    .filter(({ blocks }) =>
      blocks.some((block) => block.type === 'diff' && [block.path, block.movePath].includes(path)),
    )
    .map(({ row }) => row)
    .sort((a, b) => a - b);
}
