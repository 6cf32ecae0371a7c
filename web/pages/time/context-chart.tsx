import type { ApiTime } from '../../../src/doors/server/api-types.ts';
import { useWidth } from '../../charts/use-width.ts';
import { formatTokens } from '../../format/figures.ts';

type Sent = ApiTime['context'][number];

const HEIGHT = 96;
const TOP = 16;
/** More points than pixels show nothing more. */
const MOST_POINTS = 200;

/** What was sent with each request, and how much of it came from the cache. */
export function ContextChart({ context }: { context: readonly Sent[] }) {
  const [box, width] = useWidth(300);
  const points = thinned(context);
  const most = Math.max(1, ...points.map(({ input }) => input));
  const x = (index: number) => (points.length < 2 ? width / 2 : 4 + (index * (width - 8)) / (points.length - 1));
  const y = (tokens: number) => HEIGHT - ((HEIGHT - TOP) * tokens) / most;
  const line = points.map(({ input }, index) => `${x(index)},${y(input)}`).join(' ');
  const area = points.map(({ cached }, index) => `${x(index)},${y(cached)}`).join(' ');
  const last = points.at(-1);
  return (
    <section className="context-chart" aria-label="Context of each request">
      <h2>
        Context <span className="key num">{formatTokens(last?.input ?? 0)} in the last request</span>
      </h2>
      <div ref={box}>
        <svg
          width={width}
          height={HEIGHT + 4}
          role="img"
          aria-label={`${points.length} points, at most ${most} tokens`}
        >
          <polygon points={`${x(0)},${HEIGHT} ${area} ${x(points.length - 1)},${HEIGHT}`} />
          <polyline points={line} />
          {last && <circle cx={x(points.length - 1)} cy={y(last.input)} r="3" />}
        </svg>
      </div>
      <p className="note num">
        request 1 <span className="spacer" /> {context.length > 1 && `request ${context.length}`}
      </p>
      <p className="chart-keys">
        <span className="key">
          <i style={{ background: 'var(--c2)' }} /> cached
        </span>
        <span className="key">
          <i style={{ background: 'var(--c1)' }} /> sent
        </span>
      </p>
    </section>
  );
}

/** Of each stretch the largest request, so that no peak is lost. */
function thinned(context: readonly Sent[]): Sent[] {
  if (context.length <= MOST_POINTS) return [...context];
  return Array.from({ length: MOST_POINTS }, (_, place) => {
    const from = Math.floor((place * context.length) / MOST_POINTS);
    const part = context.slice(from, Math.floor(((place + 1) * context.length) / MOST_POINTS));
    return part.reduce((most, one) => (one.input > most.input ? one : most));
  });
}
