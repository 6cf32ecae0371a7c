import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiSession, ApiTime } from '../../../src/doors/server/api-types.ts';
import { formatCost, formatCount, formatDuration, formatTokens, plural } from '../../format/figures.ts';
import { sessionUrl } from '../../router.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { ContextChart } from './context-chart.tsx';
import type { TimeNode } from './placed-nodes.ts';
import { lineUrl } from './waterfall-row.tsx';

const ICONS: Readonly<Record<ApiTime['findings'][number]['code'], IconName>> = {
  repeated: 'terminal',
  longest: 'fork',
  'slow-request': 'think',
  waited: 'user',
  idle: 'warn',
};

/** What the time went into, in words; the context of each request; the turn that was chosen. */
export function TimeSide({ time, session, chosen }: TimeSideProps) {
  const { findings, criticalMs, nodes, context } = time;
  const lineOf = new Map(nodes.map((node) => [node.row, node]));
  return (
    <aside className="time-side" aria-label="Where it went">
      <h2>
        Where it went{' '}
        {criticalMs > 0 && (
          <span className="key num" data-value={criticalMs}>
            critical path {formatDuration(criticalMs)}
          </span>
        )}
      </h2>
      {findings.length === 0 && <p className="note">Nothing took long.</p>}
      <ul className="time-findings">
        {findings.map(({ code, title, text, ms, rows }) => (
          <li key={code} data-code={code}>
            <Icon name={ICONS[code]} />
            <p>
              <b>{visibleLine(title)}</b> <span className="num">{formatDuration(ms)}</span>
            </p>
            <p className="note">
              {text} <Places sessionKey={session.head.key} nodes={rows.map((row) => lineOf.get(row))} />
            </p>
          </li>
        ))}
      </ul>
      {context.length > 0 && <ContextChart context={context} />}
      <ChosenTurn time={time} session={session} chosen={chosen} />
    </aside>
  );
}

interface TimeSideProps {
  time: ApiTime;
  session: ApiSession;
  chosen: string | undefined;
}

/** A longer list of places says no more. */
const MOST_PLACES = 5;

function Places({ sessionKey, nodes }: { sessionKey: string; nodes: readonly (TimeNode | undefined)[] }) {
  return nodes.slice(0, MOST_PLACES).map((node) => {
    const url = lineUrl(sessionKey, node);
    return (
      url !== undefined && (
        <a key={url} className="text-link" href={url}>
          row {(node?.row ?? 0) + 1}
        </a>
      )
    );
  });
}

/** The figures of the turn that holds the chosen line; of the last one before anything was chosen. */
function ChosenTurn({ time: { nodes }, session, chosen }: TimeSideProps) {
  const at = nodes.findIndex(({ id, kind }) => id === chosen && kind !== 'you');
  const first = nodes.findLastIndex(({ kind }, index) => kind === 'turn' && (at === -1 || index <= at));
  const turn = nodes[first];
  if (!turn) return null;
  const length = nodes.slice(first + 1).findIndex(({ kind }) => kind === 'turn' || kind === 'you');
  const inside = nodes.slice(first + 1, length === -1 ? undefined : first + 1 + length);
  const { usage } = turn;
  return (
    <section className="chosen-turn" aria-label={`Turn ${turn.id.slice(1)}`}>
      <h2>
        Turn {turn.id.slice(1)} <span className="key">{chosen === undefined ? 'the last' : 'selected'}</span>
      </h2>
      <dl className="num">
        <Sum name="Model" noun="request" nodes={inside.filter(({ kind }) => kind === 'model')} />
        <Sum name="Commands" noun="" nodes={inside.filter(({ kind }) => kind === 'command')} />
        <Sum name="Changes" noun="" nodes={inside.filter(({ kind }) => kind === 'change')} />
        <Sum name="Sub-agents" noun="" nodes={inside.filter(({ kind }) => kind === 'agent')} />
        {usage && (
          <>
            <Figure name="Input, cached" value={formatCount(usage.cached)} />
            <Figure name="Input" value={formatCount(usage.input - usage.cached)} />
            <Figure name="Output, reasoning" value={`${formatCount(usage.output)} · ${formatCount(usage.reasoning)}`} />
            <Figure name="Tokens" value={formatTokens(usage.total)} />
          </>
        )}
        {turn.costUsd !== undefined && <Figure name="Cost" value={formatCost(turn.costUsd)} />}
      </dl>
      <p className="time-actions">
        <a className="btn" href={lineUrl(session.head.key, turn) ?? sessionUrl(session.head.key)}>
          Open in thread
        </a>
        <a className="btn" href={`${sessionUrl(session.head.key)}/usage`}>
          Explain cost
        </a>
      </p>
    </section>
  );
}

function Sum({ name, noun, nodes }: { name: string; noun: string; nodes: readonly TimeNode[] }) {
  if (nodes.length === 0) return null;
  const ms = nodes.reduce((sum, { from = 0, to = from }) => sum + to - from, 0);
  const count = noun === '' ? formatCount(nodes.length) : plural(nodes.length, noun);
  return <Figure name={`${name}, ${count}`} value={formatDuration(ms)} />;
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
