import { type ReactNode, useEffect, useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import { rowText } from '../../../src/doors/react/row-text.ts';
import { useThreadView } from '../../../src/doors/react/thread-view.ts';
import type { ApiSession, Row } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { formatCost, formatDuration, formatTokens, plural } from '../../format/figures.ts';
import { sessionUrl } from '../../router.ts';
import { useStore } from '../../stores/store.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusDot, statusWords } from '../../ui/status-dot.tsx';
import { useViewerThread } from '../viewer-thread.ts';

const INLINE_ROWS = 50;

/** The session of a sub-agent: a link to its own page, and its rows inline. Without one, the task alone. */
export function ChildSession({ row, task }: { row: Row; task: ReactNode }) {
  const { store } = useViewerThread();
  const { session } = useStore(store.state);
  const child = session?.children.find((head) => head.key === row.child);
  const view = useThreadView();
  const isOpen = view.isOpen(row, false);
  if (!child) return task;
  return (
    <>
      <div className="box">
        <Card child={child} />
      </div>
      <button type="button" className="show-more" aria-expanded={isOpen} onClick={() => view.toggle(row, !isOpen)}>
        {isOpen ? 'Hide its rows' : 'Show its rows here'}
      </button>
      {isOpen && <ChildRows childKey={child.key} />}
    </>
  );
}

function Card({ child }: { child: ApiSession['head'] }) {
  const facts = [
    statusWords[child.status],
    child.turns > 0 ? plural(child.turns, 'turn') : '',
    child.ms === undefined ? '' : formatDuration(child.ms),
    child.usage ? `${formatTokens(child.usage.total)} tokens` : '',
    child.usage ? formatCost(child.usage.costUsd) : '',
  ];
  return (
    <a className="agent-card" href={sessionUrl(child.key)}>
      <AgentMark agent={child.agent} />
      <b>{visibleLine(child.title)}</b>
      <StatusDot status={child.status} />
      <span className="facts num">
        {facts.filter(Boolean).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </span>
    </a>
  );
}

/** The child's rows in short, one level deep. Its own page has everything. */
function ChildRows({ childKey }: { childKey: string }) {
  const [rows, setRows] = useState<Row[]>();
  useEffect(() => {
    let isHere = true;
    api.rows(childKey, 0, INLINE_ROWS).then(
      (answer) => isHere && setRows(answer.rows),
      () => isHere && setRows([]),
    );
    return () => {
      isHere = false;
    };
  }, [childKey]);
  if (!rows) return <p className="note">Loading its rows …</p>;
  return (
    <div className="child-rows">
      {rows.map((row) => (
        <ShortRow key={row.row} row={row} />
      ))}
      <a className="text-link" href={sessionUrl(childKey)}>
        Open its own page
      </a>
    </div>
  );
}

function ShortRow({ row }: { row: Row }) {
  return (
    <div className="fold-line">
      <Icon name="right" />
      <span>{row.kind}</span>
      <em>{visibleLine(rowText(row).slice(0, 240))}</em>
    </div>
  );
}
