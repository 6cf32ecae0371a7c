import { useState } from 'react';
import type { ApiOutline, ApiSession, ApiUsage, Row } from '../../src/server/api-types.ts';
import { visibleLine } from '../../src/text/visible-text.ts';
import { api } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { formatBytes, formatCost, formatCount } from '../format/figures.ts';
import { JsonTree } from '../text/json-tree.tsx';
import { RawJson } from '../text/raw-json.tsx';
import { hideSecrets } from '../text/secrets.ts';
import { copyText } from '../ui/copy.ts';
import { Icon } from '../ui/icon.tsx';
import { useThreadView } from './thread-view.ts';

const tabs = ['Raw line', 'Row', 'Usage'] as const;

/** What a row was made from: its lines as they stand in the file, the row itself, the tokens of its turn. */
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
        {row && tab === 'Raw line' && <RawLines session={session} row={row} />}
        {row && tab === 'Row' && <JsonTree text={JSON.stringify(hideSecrets(row))} />}
        {row && tab !== 'Row' && turn?.usage && <TurnUsage usage={turn.usage} turn={turn.turn} />}
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

function RawLines({ session, row }: { session: ApiSession; row: Row }) {
  const view = useThreadView();
  const [first, last] = row.lines;
  const { value, error, loading } = useAnswer(`${session.head.key} ${first} ${last}`, async () => {
    const places = first === last ? [first] : [first, last];
    const answers = await Promise.all(places.map((line) => api.lines(session.head.key, line, line)));
    return answers.flatMap((answer) => answer.lines);
  });
  const [begin, end] = [value?.at(0), value?.at(-1)];
  return (
    <>
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
      {loading && !value && <p className="note">Reading the file …</p>}
      {error === 'gone' && <p className="note">The file is gone, and its lines with it.</p>}
      {error !== undefined && error !== 'gone' && <p className="note">The lines could not be read ({error}).</p>}
      {value?.map((line, index) => (
        <section key={line.line} aria-label={`Line ${line.line}`}>
          <h3>
            {index === 0 ? 'First' : 'Last'}, line {formatCount(line.line)}
            <button type="button" onClick={() => void copyText(line.text, 'Line copied')}>
              <Icon name="copy" />
              Copy
            </button>
          </h3>
          <div className="raw-line">
            <RawJson text={view.showsSecrets(row) ? line.text : hideSecrets(line.text)} />
            {line.more && ` … ${formatBytes(line.bytes)} in all`}
          </div>
        </section>
      ))}
    </>
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
