import { type ReactElement, type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { visibleLine } from '../../core/text/visible-text.ts';
import type { RowKind } from '../../core/writers/rows/row.ts';
import { foldContextRuns } from './context-runs.ts';
import { formatClock, formatUtcClock } from './format/times.ts';
import { type Renderers, RenderersContext, rowSlots } from './renderers.tsx';
import { type LookProps, Root } from './root.tsx';
import { Row } from './row.tsx';
import { type TextAnswer, type TextRequest, type ThreadView, ThreadViewContext } from './thread-view.ts';
import { useFolds } from './use-folds.ts';
import { type ThreadSource, useRows } from './use-rows.ts';

/** Properties of `<Transcript>`. Give `rows`, `messages` or `events`. */
export interface TranscriptProps extends ThreadSource, LookProps, Renderers {
  /** The agent's name for people. */
  agent?: string | undefined;
  /** The agent's folder. Files in it are shown by their paths below it. */
  cwd?: string | undefined;
  /** Only rows of these kinds. */
  kinds?: readonly RowKind[] | undefined;
  /** Opens or folds all rows. By default each kind has its own. */
  open?: boolean | undefined;
  /** More is coming. */
  isStreaming?: boolean | undefined;
  /** The name of the transcript for those who do not see it. */
  label?: string | undefined;
  /** Brings more of a text of which `rows` have the beginning alone. */
  loadText?: ((request: TextRequest) => Promise<TextAnswer>) | undefined;
  /** Shown when there are no rows. */
  children?: ReactNode;
}

/**
 * A thread of a coding agent, for people: prompts, answers, commands, changes, plans and all other kinds of rows.
 *
 * @example
 * import 'threadline/react.css';
 * import { Transcript } from 'threadline/react';
 *
 * export const page = <Transcript agent="Codex" messages={[
 *   { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Fix it' }] },
 * ]} />;
 */
export function Transcript(props: TranscriptProps): ReactElement {
  const { agent = 'Agent', cwd, kinds, open, isStreaming, label = 'Transcript', loadText, children, ...rest } = props;
  const { rows: _rows, messages: _messages, events: _events, renderImage, renderRaw, renderActions, ...look } = rest;
  const { rows, imageOf } = useRows(props);
  const [selected, setSelected] = useState<number>();
  const [openRuns, setOpenRuns] = useState<ReadonlySet<number>>(new Set());
  const folds = useFolds();
  const formatTime = useSyncExternalStore(
    never,
    () => formatClock,
    () => formatUtcClock,
  );
  const [hasImage, hasRaw, hasActions] = [renderImage, renderRaw, renderActions].map(Boolean);
  const slots = useMemo(
    () => rowSlots(hasImage === true, hasRaw === true, hasActions === true),
    [hasImage, hasRaw, hasActions],
  );
  const shownKinds = rows.map(({ kind }) => kind);
  const latest = useRef({ rows, shownKinds });
  latest.current = { rows, shownKinds };
  const contexts = shownKinds.filter((kind) => kind === 'context').length;
  const isRunOpen = (first: number) => kinds !== undefined || open === true || openRuns.has(first);
  const view: ThreadView = {
    agentTitle: visibleLine(agent),
    folder: cwd === undefined ? {} : { project: cwd },
    // Read when they are asked for: a row that comes later draws no other again.
    kinds: () => latest.current.shownKinds,
    rowAt: (row) => latest.current.rows[row],
    isOpen: (row, byDefault) => folds.isOpen(row, row.kind === 'agent' ? byDefault : (open ?? byDefault)),
    toggle: folds.set,
    isRunOpen,
    toggleRun: (first, isOpen) =>
      setOpenRuns((old) => new Set(isOpen ? [...old, first] : [...old].filter((other) => other !== first))),
    select: setSelected,
    formatTime,
    loadText,
    slots,
  };
  // Rows draw again when their view is another: only what they show makes one.
  const parts = [agent, cwd, contexts, open, folds.state, openRuns, kinds?.join(' '), formatTime, loadText, slots];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are what the view is made of
  const shownView = useMemo(() => view, parts);
  const places = rows.flatMap(({ kind }, place) => (kinds && !kinds.includes(kind) ? [] : [place]));
  const shown = foldContextRuns(places, shownKinds, isRunOpen);
  return (
    <Root {...look}>
      <RenderersContext.Provider value={{ renderImage, renderRaw, renderActions, imageOf }}>
        <ThreadViewContext.Provider value={shownView}>
          <div className="transcript-rows" role="feed" aria-label={label} aria-busy={isStreaming === true}>
            {shown.map((place) => {
              const row = rows[place];
              return row && <Row key={row.id} row={row} isSelected={place === selected} total={rows.length} />;
            })}
          </div>
          {rows.length === 0 && children}
        </ThreadViewContext.Provider>
      </RenderersContext.Provider>
    </Root>
  );
}

/** Nothing ever tells that the zone changed. */
function never(): () => void {
  return () => {};
}
