import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { SessionHead } from '../../../src/doors/server/api-types.ts';
import { Shape } from '../../charts/shape.tsx';
import { formatCost, formatDuration, formatTokens } from '../../format/figures.ts';
import { sessionUrl } from '../../router.ts';
import { overview } from '../../stores/overview.ts';
import { useStore } from '../../stores/store.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useNow } from '../../ui/use-now.ts';

/** The sessions that run now or wait for their person, each with what it does. */
export function RunningStrip() {
  const { running } = useStore(overview);
  if (running.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a narrow screen
    <section className="running-strip" aria-label="Running now" tabIndex={0}>
      {running.slice(0, 3).map((head) => (
        <RunningCard key={head.key} head={head} />
      ))}
    </section>
  );
}

function RunningCard({ head }: { head: SessionHead }) {
  return (
    <a className="running-card" href={sessionUrl(head.key)}>
      <span className="card-head">
        <StatusDot status={head.status} />
        <b>{visibleLine(head.title)}</b>
        <AgentMark agent={head.agent} />
      </span>
      <code className="now">
        {head.now ? (
          <Now text={head.now.text} since={head.now.since} isWaiting={head.status === 'waiting'} />
        ) : (
          'Thinking'
        )}
      </code>
      <Shape shape={head.shape} tall />
      <span className="card-foot num">
        <span>turn {head.turns}</span>
        <span>{head.usage ? `${formatTokens(head.usage.total)} tok` : ''}</span>
        <span>{head.usage ? formatCost(head.usage.costUsd) : ''}</span>
      </span>
    </a>
  );
}

function Now({ text, since, isWaiting }: { text: string; since: number; isWaiting: boolean }) {
  const now = useNow(1000);
  return (
    <>
      {isWaiting && 'Waiting for you: '}
      {visibleLine(text)} <em>· {formatDuration(Math.max(0, now - since))}</em>
    </>
  );
}
