import { memo, useEffect, useRef } from 'react';
import { visibleLine } from '../../src/core/text/visible-text.ts';
import type { ApiOutline, ApiSession, ApiUsage } from '../../src/doors/server/api-types.ts';
import { formatTokens, plural } from '../format/figures.ts';
import { sessionUrl } from '../router.ts';
import type { Store } from '../stores/store.ts';
import { Icon } from '../ui/icon.tsx';
import { type SeenRange, useSeen } from './seen-range.ts';

/** The number of turns that are drawn. Others come by a button, or when the thread gets there. */
const STEP = 200;
const MAX_FILES = 200;

/** The turns with their usage, the sub-agents under them, and the changed files. */
export const Outline = memo(function Outline({ outline, session, turn: selected, range, onGo, onFile }: OutlineProps) {
  const seen = useSeen(range, ({ first }) => outline.turns.findLast((entry) => entry.row <= first + 1)?.turn ?? 0);
  const turn = selected ?? seen;
  const most = outline.turns.reduce((sum, { usage }) => Math.max(sum, usage?.total ?? 0), 1);
  const { length } = outline.turns;
  const at = Math.max(
    0,
    outline.turns.findLastIndex((entry) => entry.turn <= turn),
  );
  const from = Math.max(0, (Math.floor(at / STEP) - 1) * STEP);
  const to = Math.min(length, from + 3 * STEP);
  const pane = useRef<HTMLElement>(null);
  // It follows the reader, unless the pointer is on it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is what is followed
  useEffect(() => {
    if (pane.current?.matches(':hover')) return;
    pane.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [turn]);
  const goToTurn = (index: number) => onGo(outline.turns[index]?.row ?? 0);
  return (
    <aside ref={pane} className="outline" aria-label="Outline">
      <h2>
        Turns <span>tokens</span>
      </h2>
      {from > 0 && (
        <button type="button" className="outline-more" onClick={() => goToTurn(from - 1)}>
          ↑ {plural(from, 'earlier turn')}
        </button>
      )}
      {outline.turns.slice(from, to).map((entry, index) => (
        <div key={entry.turn}>
          <button
            type="button"
            className="outline-turn"
            aria-current={entry.turn === turn ? 'true' : undefined}
            onClick={() => onGo(entry.row)}
          >
            <span className="small">{entry.turn}</span>
            <b>{visibleLine(entry.title) || 'Untitled turn'}</b>
            <span className="small">{entry.usage ? formatTokens(entry.usage.total) : ''}</span>
            {entry.usage && <TokenLine usage={entry.usage} most={most} />}
          </button>
          {childrenOf(session, outline, from + index).map((child) => (
            <a key={child.key} className="outline-turn child" href={sessionUrl(child.key)}>
              <Icon name="fork" />
              <span>{visibleLine(child.title)}</span>
            </a>
          ))}
        </div>
      ))}
      {to < length && (
        <button type="button" className="outline-more" onClick={() => goToTurn(to)}>
          ↓ {plural(length - to, 'later turn')}
        </button>
      )}
      {session.files.length > 0 && (
        <div className="outline-files">
          <h2>
            <a href={`${sessionUrl(session.head.key)}/changes`}>Files edited</a> <span>{session.files.length}</span>
          </h2>
          {session.files.slice(0, MAX_FILES).map((file) => (
            <button key={file.path} type="button" title={visibleLine(file.path)} onClick={() => onFile(file.path)}>
              <span className="name">{visibleLine(lastName(file.path))}</span>
              <span className="plus">+{file.add}</span>
              <span className="minus">−{file.del}</span>
            </button>
          ))}
          {session.files.length > MAX_FILES && <p className="note">and {session.files.length - MAX_FILES} more</p>}
        </div>
      )}
    </aside>
  );
});

interface OutlineProps {
  outline: ApiOutline;
  session: ApiSession;
  /** The turn of the selected row. Without one, the visible turn is the current one. */
  turn: number | undefined;
  range: Store<SeenRange>;
  onGo: (row: number) => void;
  onFile: (path: string) => void;
}

function TokenLine({ usage, most }: { usage: ApiUsage; most: number }) {
  const width = (tokens: number) => `${(100 * tokens) / most}%`;
  return (
    <span className="token-line">
      <i style={{ width: width(usage.cached), background: 'var(--c2)' }} />
      <i style={{ width: width(usage.total - usage.cached), background: 'var(--c1)' }} />
    </span>
  );
}

/** A child is listed under the turn in which it began, by time. */
function childrenOf(session: ApiSession, outline: ApiOutline, index: number): ApiSession['children'] {
  const from = outline.turns[index]?.time;
  const to = outline.turns[index + 1]?.time ?? Number.POSITIVE_INFINITY;
  if (from === undefined) return [];
  return session.children.filter(({ startedAt }) => startedAt !== undefined && startedAt >= from && startedAt < to);
}

function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) || path;
}
