import { useState } from 'react';
import { visibleLine, visibleText } from '../../src/core/text/visible-text.ts';
import type { ApiLines, ApiOutline, ApiSession, ApiUsage, Row } from '../../src/doors/server/api-types.ts';
import { api } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { formatBytes, formatCost, formatCount } from '../format/figures.ts';
import { JsonTree } from '../text/json-tree.tsx';
import { RawJson } from '../text/raw-json.tsx';
import { hideSecrets } from '../text/secrets.ts';
import { copyText } from '../ui/copy.ts';
import { Icon } from '../ui/icon.tsx';
import { useThreadView } from './thread-view.ts';

const tabs = ['Raw line', 'Item', 'Message', 'Usage'] as const;

/** The origin of a row: its lines in the file, their content, its message, and the tokens of its turn. */
export function Inspector({ session, outline, row }: InspectorProps) {
  const [tab, setTab] = useState<(typeof tabs)[number]>('Raw line');
  const turn = outline.turns.find((entry) => entry.turn === row?.turn);
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
        {!row && <p className="note">Select a row by a click, or by j and k.</p>}
        {row && tab === 'Raw line' && <Lines session={session} row={row} />}
        {row && tab === 'Item' && <Lines session={session} row={row} asTree />}
        {row && tab === 'Message' && <Message session={session} row={row} />}
        {row && (tab === 'Raw line' || tab === 'Usage') && turn?.usage && (
          <TurnUsage usage={turn.usage} turn={turn.turn} />
        )}
        {row && tab === 'Usage' && !turn?.usage && <p className="note">The agent told no tokens for this turn.</p>}
      </div>
    </aside>
  );
}

interface InspectorProps {
  session: ApiSession;
  outline: ApiOutline;
  row: Row | undefined;
}

/** The first and the last line that a row was read from, unchanged or as a tree. */
function Lines({ session, row, asTree = false }: { session: ApiSession; row: Row; asTree?: boolean }) {
  const view = useThreadView();
  const [first, last] = row.lines;
  const { value, error, loading } = useAnswer(`${session.head.key} ${first} ${last}`, async () => {
    const places = first === last ? [first] : [first, last];
    const answers = await Promise.all(places.map((line) => api.lines(session.head.key, line, line)));
    return answers.flatMap((answer) => answer.lines);
  });
  const shownText = (text: string) => (view.showsSecrets(row) ? text : hideSecrets(text));
  return (
    <>
      {!asTree && <Facts session={session} row={row} lines={value} />}
      {loading && !value && <p className="note">Reading the file …</p>}
      {error === 'gone' && <p className="note">The file is gone, and its lines with it.</p>}
      {error !== undefined && error !== 'gone' && <p className="note">The lines could not be read ({error}).</p>}
      {value?.map((line, index) => (
        <section key={line.line} aria-label={`Line ${line.line}`}>
          <h3>
            {lineName(row, index)}line {formatCount(line.line)}
            <button type="button" onClick={() => void copyText(line.text, 'Line copied')}>
              <Icon name="copy" />
              Copy
            </button>
          </h3>
          {asTree && !line.more ? (
            <JsonTree text={shownText(line.text)} />
          ) : (
            <div className="raw-line">
              <RawJson text={shownText(line.text)} />
              {line.more && ` … ${formatBytes(line.bytes)} in all`}
            </div>
          )}
        </section>
      ))}
    </>
  );
}

/** The names of the lines: a call and its result, or the first and the last line. */
function lineName({ kind, lines: [first, last] }: Row, index: number): string {
  if (first === last) return '';
  const isCall = kind === 'command' || kind === 'tool' || kind === 'mcp' || kind === 'web';
  if (index === 0) return isCall ? 'Call, ' : 'First, ';
  return isCall ? 'Output, ' : 'Last, ';
}

function Facts({ session, row, lines }: { session: ApiSession; row: Row; lines: ApiLines['lines'] | undefined }) {
  const [first, last] = row.lines;
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
      <dt>Message</dt>
      <dd className="mono" title={visibleLine(row.id)}>
        {visibleLine(row.id)}
      </dd>
    </dl>
  );
}

/** The row's message in Claude's shape, as programs get it from threadline. */
function Message({ session, row }: { session: ApiSession; row: Row }) {
  const view = useThreadView();
  const { value, error, loading } = useAnswer(`${session.head.key} ${row.row} ${row.lines[1]}`, () =>
    api.message(session.head.key, row.row),
  );
  if (error === 'not-found') return <p className="note">No message: this row is a mark of the thread.</p>;
  if (error !== undefined) return <p className="note">The message could not be read ({error}).</p>;
  if (!value) return loading ? <p className="note">Reading the message …</p> : null;
  const { text, more, bytes = 0 } = value.message;
  const shown = view.showsSecrets(row) ? text : hideSecrets(text);
  return more ? (
    <div className="raw-line">{`${visibleText(shown)} … ${formatBytes(bytes)} in all`}</div>
  ) : (
    <JsonTree text={shown} />
  );
}

function TurnUsage({ usage, turn }: { usage: ApiUsage; turn: number }) {
  const parts = [
    { name: 'cached input', tokens: usage.cached, colour: 'var(--c2)' },
    { name: 'input', tokens: usage.input - usage.cached, colour: 'var(--c1)' },
    { name: 'output', tokens: usage.output - usage.reasoning, colour: 'var(--c3)' },
    { name: 'reasoning', tokens: usage.reasoning, colour: 'var(--c4)' },
  ];
  return (
    <>
      <h3>
        Tokens of turn {turn} · {formatCost(usage.costUsd)}
      </h3>
      <div className="stacked-line">
        {parts.map(({ name, tokens, colour }) => (
          <i key={name} style={{ flex: Math.max(0, tokens), background: colour }} />
        ))}
      </div>
      <div className="legend">
        {parts.map(({ name, tokens, colour }) => (
          <LegendLine key={name} name={name} tokens={tokens} colour={colour} />
        ))}
      </div>
    </>
  );
}

function LegendLine({ name, tokens, colour }: { name: string; tokens: number; colour: string }) {
  return (
    <>
      <i style={{ background: colour }} />
      <span>{name}</span>
      <span>{formatCount(Math.max(0, tokens))}</span>
    </>
  );
}
