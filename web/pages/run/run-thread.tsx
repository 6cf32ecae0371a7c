import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Row } from '../../../src/doors/react/row.tsx';
import { type ThreadView, ThreadViewContext } from '../../../src/doors/react/thread-view.ts';
import { useFolds } from '../../../src/doors/react/use-folds.ts';
import type { Row as RowData } from '../../../src/doors/server/api-types.ts';
import type { ApiRun } from '../../../src/doors/server/run-types.ts';
import { onRunEvent, watchRun } from '../../api/live.ts';
import { plural } from '../../format/figures.ts';
import { formatClock } from '../../format/times.ts';
import { sessionUrl } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { FullText } from '../../transcript/slots/full-text.tsx';

const AT_END_PX = 40;

/** The end of the thread, as rows, with what waits as the last one. */
export function RunThread({ run, questionId, children }: RunThreadProps) {
  const rows = useRunRows(run);
  const latest = useRef<readonly RowData[]>(rows);
  latest.current = rows;
  const view = useRunThreadView(run, latest);
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
function useRunRows({ id }: ApiRun): RowData[] {
  const [rows, setRows] = useState<RowData[]>([]);
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
  return rows;
}

function useRunThreadView({ agent, cwd }: ApiRun, held: RefObject<readonly RowData[]>): ThreadView {
  const { isOpen, set, state } = useFolds();
  const { titleOf } = useAgents();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view draws every row again, so only folds make one
  return useMemo<ThreadView>(
    () => ({
      agentTitle: titleOf(agent),
      folder: { project: cwd },
      kinds: () => held.current.map(({ kind }) => kind),
      rowAt: (place) => held.current.find(({ row }) => row === place),
      isOpen,
      toggle: set,
      isRunOpen: () => true,
      toggleRun: () => {},
      select: () => {},
      formatTime: formatClock,
      // What needs the session's store, such as its secrets, is on the session's own page.
      slots: { FullText },
    }),
    [agent, titleOf, cwd, held, state],
  );
}
