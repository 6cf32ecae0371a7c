import { rowText } from '../../../src/doors/react/row-text.ts';
import type { ApiSession } from '../../../src/doors/server/api-types.ts';
import { useKeys } from '../../keyboard.ts';
import { navigate, sessionUrl, setQuery } from '../../router.ts';
import { preferences, setPreference } from '../../stores/preferences.ts';
import type { SessionStore } from '../../stores/session-store.ts';
import type { Store } from '../../stores/store.ts';
import { modes } from '../../transcript/row-filter.ts';
import type { SeenRange } from '../../transcript/seen-range.ts';
import { copyText } from '../../ui/copy.ts';
import { neighbourOf } from './neighbours.ts';
import type { Follow } from './use-follow.ts';
import type { Thread } from './use-thread.ts';

interface ThreadKeysOptions {
  store: SessionStore;
  session: ApiSession;
  rows: readonly number[];
  /** What is in sight: without a selection, keys begin there. */
  range: Store<SeenRange>;
  thread: Thread;
  follow: Follow;
  onFind: () => void;
  onExport: () => void;
}

/** The keys of a transcript. */
export function useThreadKeys(options: ThreadKeysOptions): void {
  const { store, session, rows, range, thread, follow, onFind, onExport } = options;
  const { fold } = store;
  const at = thread.selected;

  function go(row: number | undefined): void {
    if (row === undefined) return;
    follow.stop();
    thread.goTo(row);
  }
  /** Selects the next or previous row that fits. */
  function step(direction: 1 | -1, fits: (row: number) => boolean = () => true): void {
    const { first, last } = range.get();
    const from = at ?? (direction === 1 ? first - 1 : last + 1);
    const candidates =
      direction === 1 ? rows.filter((row) => row > from) : rows.filter((row) => row < from).toReversed();
    go(candidates.find(fits));
  }
  const selectedRow = at === undefined ? undefined : fold.rows.get(at);
  const isPrompt = (row: number) => fold.kinds[row] === 'prompt';
  const isProblem = (row: number) => ['problem', 'unknown'].includes(fold.kinds[row] ?? '');
  const setMode = (index: number) => setQuery({ kinds: modes[index]?.kinds ?? '' }, 'replace');
  const openNeighbour = async (direction: 1 | -1) => {
    const key = await neighbourOf(session.head.key, direction);
    if (key !== undefined) navigate(sessionUrl(key));
  };

  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    J: () => step(1, isPrompt),
    K: () => step(-1, isPrompt),
    'g g': () => go(rows[0]),
    G: () => {
      const last = rows.at(-1);
      if (last !== undefined) thread.select(last);
      follow.start();
    },
    '[': () => void openNeighbour(-1),
    ']': () => void openNeighbour(1),
    o: thread.toggleSelected,
    Enter: thread.toggleSelected,
    O: thread.toggleKind,
    '/': onFind,
    e: () => step(1, (row) => fold.errors.has(row)),
    E: () => step(1, isProblem),
    r: () => at !== undefined && thread.page.showRaw(at),
    c: () => selectedRow && void copyText(rowText(selectedRow)),
    y: () => selectedRow && thread.page.copyLink(selectedRow),
    f: () => document.querySelector<HTMLElement>('.kind-chips button')?.focus(),
    '.': () => document.querySelector<HTMLElement>('.item.selected .more-actions')?.click(),
    d: () => setPreference('diff', preferences.get().diff === 'split' ? 'unified' : 'split'),
    s: onExport,
    '1': () => setMode(0),
    '2': () => setMode(1),
    '3': () => setMode(2),
    '4': () => setMode(3),
  });
}
