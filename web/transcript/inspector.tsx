import { useState } from 'react';
import { visibleLine, visibleText } from '../../src/core/text/visible-text.ts';
import { JsonTree } from '../../src/doors/react/text/json-tree.tsx';
import type { ApiLines, ApiOutline, ApiSession, Row } from '../../src/doors/server/api-types.ts';
import { api } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { formatBytes, formatCost, formatCount } from '../format/figures.ts';
import { RawJson } from '../text/raw-json.tsx';
import { copyText } from '../ui/copy.ts';
import { Icon } from '../ui/icon.tsx';
import { SecretsLine } from './secrets-line.tsx';
import { SessionSummary } from './session-summary.tsx';
import { TokenParts } from './token-parts.tsx';
import { useViewerThread } from './viewer-thread.ts';

const tabs = ['Raw line', 'Item', 'Message', 'Usage'] as const;

/** The origin of a row: its lines in the file, their content, its message, and the tokens of its turn. */
export function Inspector(props: InspectorProps) {
  const { session, outline, row, line, onGo } = props;
  const [tab, setTab] = useState<(typeof tabs)[number]>('Raw line');
  if (line !== undefined) {
    return (
      <aside className="inspector" aria-label="Inspector">
        <Lines session={session} lines={[line, line]} row={undefined} asTree={false} />
      </aside>
    );
  }
  if (!row) {
    return (
      <aside className="inspector" aria-label="Inspector">
        <h2>This session</h2>
        <SessionSummary session={session} turns={outline.turns.length} onGo={onGo} />
      </aside>
    );
  }
  const turn = outline.turns.find((entry) => entry.turn === row.turn);
  return (
    <aside className="inspector" aria-label="Inspector">
      <div className="tabs" role="tablist" aria-label="Inspector">
        {tabs.map((name) => (
          <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={tab}>
        {tab === 'Raw line' && <Lines session={session} lines={row.lines} row={row} asTree={false} />}
        {tab === 'Item' && <Lines session={session} lines={row.lines} row={row} asTree />}
        {tab === 'Message' && <Message session={session} row={row} />}
        {(tab === 'Raw line' || tab === 'Usage') && turn?.usage && (
          <>
            <h3>
              Tokens of turn {turn.turn} · {formatCost(turn.usage.costUsd)}
            </h3>
            <TokenParts usage={turn.usage} />
          </>
        )}
        {tab === 'Usage' && !turn?.usage && <p className="note">The file has no token counts for this turn.</p>}
      </div>
    </aside>
  );
}

interface InspectorProps {
  session: ApiSession;
  outline: ApiOutline;
  row: Row | undefined;
  /** A line of the file to show instead. It need not belong to a row. */
  line: number | undefined;
  onGo: (row: number) => void;
}

/** The first and the last line that a row was read from, or a line by itself; unchanged or as a tree. */
function Lines({ session, lines: [first, last], row, asTree }: LinesProps) {
  const view = useViewerThread();
  const [isLineShown, setLineShown] = useState(false);
  const withSecrets = row ? view.showsSecrets(row.row) : isLineShown;
  const { value, error, loading } = useAnswer(`${session.head.key} ${first} ${last} ${withSecrets}`, async () => {
    const places = first === last ? [first] : [first, last];
    const answers = await Promise.all(places.map((line) => api.lines(session.head.key, line, line, withSecrets)));
    return answers.flatMap((answer) => answer.lines);
  });
  const isGone = error === 'gone';
  const shown = isGone ? undefined : value;
  return (
    <>
      {!asTree && <Facts session={session} row={row} first={first} last={last} lines={shown} />}
      {loading && !value && <p className="note">Reading the file …</p>}
      {isGone && <p className="note">The file was deleted. Its raw lines are no longer available.</p>}
      {error !== undefined && !isGone && <p className="note">The lines could not be read ({error}).</p>}
      {shown?.length === 0 && <p className="note">The file has no line {formatCount(first)}.</p>}
      {shown?.map((line, index) => (
        <section key={line.line} aria-label={`Line ${line.line}`}>
          <h3>
            {row && lineName(row, index)}line {formatCount(line.line)}
            <button type="button" onClick={() => void copyText(line.text, 'Line copied')}>
              <Icon name="copy" />
              Copy
            </button>
          </h3>
          {asTree && !line.more ? (
            <JsonTree text={line.text} />
          ) : (
            <div className="raw-line">
              <RawJson text={line.text} />
              {line.more && ` … ${formatBytes(line.bytes)} in all`}
            </div>
          )}
        </section>
      ))}
      {!row && (isLineShown || shown?.some(({ secrets }) => secrets)) && (
        <SecretsLine isShown={isLineShown} onToggle={() => setLineShown(!isLineShown)} />
      )}
    </>
  );
}

interface LinesProps {
  session: ApiSession;
  lines: Row['lines'];
  row: Row | undefined;
  asTree: boolean;
}

/** The names of the lines: a call and its result, or the first and the last line. */
function lineName({ kind, lines: [first, last] }: Row, index: number): string {
  if (first === last) return '';
  const isCall = kind === 'command' || kind === 'tool' || kind === 'mcp' || kind === 'web';
  if (index === 0) return isCall ? 'Call, ' : 'First, ';
  return isCall ? 'Output, ' : 'Last, ';
}

function Facts({ session, row, first, last, lines }: FactsProps) {
  const [begin, end] = [lines?.at(0), lines?.at(-1)];
  return (
    <dl>
      <dt>Line</dt>
      <dd>{first === last ? formatCount(first) : `${formatCount(first)} → ${formatCount(last)}`}</dd>
      {begin && end && (
        <>
          <dt>Bytes</dt>
          <dd>
            {formatCount(begin.offset)} – {formatCount(end.offset + end.bytes)}
          </dd>
        </>
      )}
      <dt>Wire</dt>
      <dd>{visibleLine(session.wire)}</dd>
      {row && (
        <>
          <dt>Message</dt>
          <dd className="mono" title={visibleLine(row.id)}>
            {visibleLine(row.id)}
          </dd>
        </>
      )}
    </dl>
  );
}

interface FactsProps {
  session: ApiSession;
  row: Row | undefined;
  first: number;
  last: number;
  lines: ApiLines['lines'] | undefined;
}

/** The row's message in Claude's shape, as programs get it from threadline. */
function Message({ session, row }: { session: ApiSession; row: Row }) {
  const view = useViewerThread();
  const withSecrets = view.showsSecrets(row.row);
  const { value, error, loading } = useAnswer(`${session.head.key} ${row.row} ${row.lines[1]} ${withSecrets}`, () =>
    api.message(session.head.key, row.row, withSecrets),
  );
  if (error === 'not-found') return <p className="note">This row has no message: it marks an event in the thread.</p>;
  if (error !== undefined) return <p className="note">The message could not be read ({error}).</p>;
  if (!value) return loading ? <p className="note">Reading the message …</p> : null;
  const { text, more, bytes = 0 } = value.message;
  return more ? (
    <div className="raw-line">{`${visibleText(text)} … ${formatBytes(bytes)} in all`}</div>
  ) : (
    <JsonTree text={text} />
  );
}
