import { type RefObject, useMemo, useState } from 'react';
import type { Row } from '../../../src/server/api-types.ts';
import { sessionUrl } from '../../router.ts';
import { setPreference } from '../../stores/preferences.ts';
import type { SessionStore } from '../../stores/session-store.ts';
import type { ThreadView } from '../../transcript/thread-view.ts';
import type { ThreadHandle } from '../../transcript/virtual-rows.tsx';
import { copyText } from '../../ui/copy.ts';

/** Which row is selected and which are open. Both belong to the page, not to the rows: those come and go. */
export interface Thread {
  view: ThreadView;
  selected: number | undefined;
  select: (row: number) => void;
  goTo: (row: number) => void;
  toggleSelected: () => void;
  /** Opens or folds all rows of the selected one's kind. */
  toggleKind: () => void;
  rowOfFile: (path: string) => number | undefined;
}

export function useThread(
  store: SessionStore,
  agent: string,
  handle: RefObject<ThreadHandle | null>,
  showInspector: () => void,
): Thread {
  const [selected, setSelected] = useState<number>();
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const kindOpen = (row: Row) => folds.get(`kind ${row.kind}`);
  const isOpen = (row: Row, byDefault: boolean) => folds.get(row.id) ?? kindOpen(row) ?? byDefault;

  const select = (row: number) => setSelected(row);
  const showRaw = (row: number) => {
    setSelected(row);
    setPreference('inspector', true);
    showInspector();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view draws every row again, so only folds make one
  const view = useMemo<ThreadView>(
    () => ({
      store,
      agent,
      isOpen,
      toggle: (row, open) => setFolds((old) => new Map(old).set(row.id, open)),
      showsSecrets: (row) => folds.get(`secrets ${row.id}`) ?? false,
      toggleSecrets: (row, show) => setFolds((old) => new Map(old).set(`secrets ${row.id}`, show)),
      select,
      showRaw,
      copyLink: (row) =>
        void copyText(`${location.origin}${sessionUrl(store.key)}#m=${encodeURIComponent(row.id)}`, 'Link copied'),
    }),
    [store, agent, folds],
  );
  const rowAt = (row: number | undefined) => (row === undefined ? undefined : store.fold.rows.get(row));

  return {
    view,
    selected,
    select,
    goTo(row) {
      setSelected(row);
      void handle.current?.goTo(row);
    },
    toggleSelected() {
      const row = rowAt(selected);
      if (row) setFolds((old) => new Map(old).set(row.id, !isOpen(row, row.kind === 'prompt')));
    },
    toggleKind() {
      const row = rowAt(selected);
      if (!row) return;
      const open = !isOpen(row, false);
      const next = new Map(folds).set(`kind ${row.kind}`, open);
      for (const one of store.fold.rows.values()) if (one.kind === row.kind) next.delete(one.id);
      setFolds(next);
    },
    rowOfFile(path) {
      for (const [number, row] of store.fold.rows) {
        if (row.blocks.some((block) => block.type === 'diff' && (block.path === path || block.movePath === path)))
          return number;
      }
      const first = store.fold.kinds.indexOf('change');
      return first < 0 ? undefined : first;
    },
  };
}
