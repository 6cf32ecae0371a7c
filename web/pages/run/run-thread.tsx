import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Row as RowData } from '../../../src/doors/server/api-types.ts';
import type { ApiRun } from '../../../src/doors/server/run-types.ts';
import { onRunEvent, watchRun } from '../../api/live.ts';
import { plural } from '../../format/figures.ts';
import { navigate, sessionUrl } from '../../router.ts';
import { RowFold } from '../../stores/row-fold.ts';
import type { SessionState, SessionStore } from '../../stores/session-store.ts';
import { createStore } from '../../stores/store.ts';
import { Row } from '../../transcript/row.tsx';
import { type ThreadView, ThreadViewContext } from '../../transcript/thread-view.ts';
import { copyText } from '../../ui/copy.ts';
import { useFolds } from '../transcript/use-folds.ts';

const AT_END_PX = 40;

/** The end of the thread, as rows, with what waits as the last one. */
export function RunThread({ run, questionId, children }: RunThreadProps) {
  const { rows, store } = useRunRows(run);
  const view = useRunThreadView(run, store);
  const scroller = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const shown = rows.filter(({ kind }) => kind !== 'context').map((row) => (questionId ? held(row) : row));
  const earlier = rows[0]?.row ?? 0;
  // What waits must be seen, wherever the reader was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins another look
  useLayoutEffect(() => {
    isAtEnd.current = true;
  }, [questionId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows and a new question move the end
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [rows, questionId]);
  return (
    <section
      className="run-thread"
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
      tabIndex={0}
      aria-label="Rows"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END_PX;
      }}
    >
      <div className="run-rows">
        {earlier > 0 && run.session !== undefined && (
          <p className="run-earlier">
            <a className="text-link" href={sessionUrl(run.session)}>
              {plural(earlier, 'earlier row')}
            </a>
          </p>
        )}
        <ThreadViewContext value={view}>
          {shown.map((row) => (
            <Row key={row.row} row={row} isSelected={false} total={earlier + rows.length} />
          ))}
        </ThreadViewContext>
        {shown.length === 0 && run.status === 'starting' && <p className="note">The agent is starting …</p>}
        {children}
      </div>
    </section>
  );
}

/** A call that was told and not allowed yet does not run. */
function held(row: RowData): RowData {
  return row.status === 'running' && row.kind !== 'agent' ? { ...row, status: 'waits for you' } : row;
}

interface RunThreadProps {
  run: ApiRun;
  questionId: string | undefined;
  children: ReactNode;
}

/** Rows as they come. The first answer of each connection has the last ones, so a tab that was away misses none of them. */
function useRunRows({ id, agent, session }: ApiRun): { rows: RowData[]; store: SessionStore } {
  const [rows, setRows] = useState<RowData[]>([]);
  const store = useMemo(() => runStore(session ?? `${agent}/${id}`), [session, agent, id]);
  useEffect(() => {
    const fold = new Map<number, RowData>();
    const unlisten = onRunEvent((told) => {
      if (told.event !== 'run-rows' || told.data.run !== id) return;
      for (const row of told.data.rows) fold.set(row.row, row);
      setRows([...fold.values()].sort((a, b) => a.row - b.row));
    });
    const unwatch = watchRun(id);
    return () => {
      unlisten();
      unwatch();
    };
  }, [id]);
  useEffect(() => store.fold.applyRows(rows, rows.at(-1)?.lines[1] ?? 0), [store, rows]);
  return { rows, store };
}

/** What rows ask of a session's store. Rows of a run come whole, so nothing is fetched. */
function runStore(key: string): SessionStore {
  return {
    key,
    fold: new RowFold(),
    state: createStore<SessionState>({ version: 0 }),
    ensure: async () => {},
    locate: async () => undefined,
    reload: () => {},
    close: () => {},
  };
}

function useRunThreadView({ agent, cwd, session }: ApiRun, store: SessionStore): ThreadView {
  const folds = useFolds();
  const { isOpen, set } = folds;
  const openThread = () => session !== undefined && navigate(sessionUrl(session));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view draws every row again, so only folds make one
  return useMemo<ThreadView>(
    () => ({
      store,
      agent,
      folder: { project: cwd },
      isOpen,
      toggle: set,
      isRunOpen: () => true,
      toggleRun: () => {},
      // They can be asked for on the session's own page.
      showsSecrets: () => false,
      toggleSecrets: openThread,
      select: () => {},
      showRaw: openThread,
      copyLink: (row) =>
        session !== undefined &&
        void copyText(`${location.origin}${sessionUrl(session)}#m=${encodeURIComponent(row.id)}`, 'Link copied'),
    }),
    [store, agent, cwd, session, folds.state],
  );
}
