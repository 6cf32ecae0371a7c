import { type CSSProperties, createContext, type ReactNode, useContext, useState } from 'react';
import { visibleLine } from '../../core/text/visible-text.ts';
import type { Row } from '../../core/writers/rows/row.ts';
import { formatCount, formatDuration } from './format/figures.ts';
import { formatWhole } from './format/times.ts';
import { Icon } from './icon.tsx';
import { faceOf } from './kinds.ts';
import { useThreadView } from './thread-view.ts';

/** True while someone is at a row. Only then its buttons are made: most rows are only scrolled past. */
const AttendedContext = createContext(false);

/** The head of a row: its name, its status, its actions, its time. */
export function RowHead({ row, name, children }: { row: Row; name?: string; children?: ReactNode }) {
  const isAttended = useContext(AttendedContext);
  const { Actions } = useThreadView().slots;
  return (
    <div className="item-head">
      <b>{name ?? faceOf(row.kind).name}</b>
      {children}
      {row.parent !== undefined && <span className="tag">sub-agent</span>}
      <StatusTag row={row} />
      {row.ms !== undefined && row.status !== 'running' && <span className="num figure">{formatDuration(row.ms)}</span>}
      {row.inherited && <span className="tag">inherited</span>}
      {row.withdrawn && <span className="tag warn">withdrawn</span>}
      <span className="spacer" />
      {isAttended && Actions && <Actions row={row} />}
      <RowTime row={row} isWhole={isAttended} />
    </div>
  );
}

function RowTime({ row, isWhole }: { row: Row; isWhole: boolean }) {
  const { formatTime } = useThreadView();
  if (row.time === undefined) return row.lines[0] === 0 ? null : <time>line {formatCount(row.lines[0])}</time>;
  return <time title={isWhole ? formatWhole(row.time) : undefined}>{formatTime(row.time)}</time>;
}

function StatusTag({ row: { status, blocks } }: { row: Row }) {
  // An exit code says more than the status does.
  if (status === 'failed' && blocks.some((block) => block.type === 'command' && block.exitCode)) return null;
  if (status === undefined || status === 'ok' || status === 'completed') return null;
  const tone = { running: 'ok', failed: 'bad', declined: 'warn' }[status] ?? 'warn';
  return <span className={`tag ${tone}`}>{visibleLine(status)}</span>;
}

/** The row's place on the thread line. */
export function RowArticle({ row, isSelected, total, children }: RowArticleProps) {
  const { select } = useThreadView();
  const [wasVisited, setVisited] = useState(false);
  const visit = () => setVisited(true);
  const face = faceOf(row.kind);
  const isStrong = row.kind === 'prompt' || isSelected;
  const classes = [
    'item',
    `kind-${row.kind}`,
    isStrong && 'strong',
    isSelected && 'selected',
    row.withdrawn && 'withdrawn',
    row.parent !== undefined && 'of-agent',
  ];
  const style: CSSProperties & Record<'--kind', string> = { '--kind': face.colour };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: j and k select by key; the click only follows the pointer
    <article
      className={classes.filter(Boolean).join(' ')}
      style={style}
      data-row={row.row}
      tabIndex={isSelected ? 0 : -1}
      aria-posinset={row.row + 1}
      aria-setsize={total}
      aria-label={`${face.name}, row ${row.row + 1}`}
      onClick={() => select(row.row)}
      onPointerEnter={visit}
      onFocus={visit}
    >
      <span className="node">
        <Icon name={face.icon} />
      </span>
      <AttendedContext.Provider value={isSelected || wasVisited}>{children}</AttendedContext.Provider>
    </article>
  );
}

interface RowArticleProps {
  row: Row;
  isSelected: boolean;
  total: number;
  children: ReactNode;
}
