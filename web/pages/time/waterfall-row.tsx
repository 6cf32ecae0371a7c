import { visibleLine } from '../../../src/core/text/visible-text.ts';
import { formatCost, formatDuration, formatTokens } from '../../format/figures.ts';
import { sessionUrl } from '../../router.ts';
import { Icon } from '../../ui/icon.tsx';
import { faceOf } from '../../ui/kinds.ts';
import type { PlacedNodes, TimeLine, TimeNode } from './placed-nodes.ts';
import type { View } from './waterfall.tsx';

interface WaterfallRowProps {
  line: TimeLine;
  top: number;
  sessionKey: string;
  placed: PlacedNodes;
  view: View;
  isChosen: boolean;
  onChoose: () => void;
  onFold: () => void;
}

/** One line: what it is, what it took, and its bar. */
export function WaterfallRow({ line, top, sessionKey, placed, view, isChosen, ...act }: WaterfallRowProps) {
  const { node, level, isOpen } = line;
  const ms = node.from === undefined || node.to === undefined ? undefined : node.to - node.from;
  const url = lineUrl(sessionKey, node);
  const name = visibleLine(node.name) || (node.kind === 'turn' || node.kind === 'model' ? '' : node.kind);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: j, k, h, l and Enter do the same for the chosen line
    <li
      className={`waterfall-row is-${node.kind}${level > 1 ? ' inner' : ''}${isChosen ? ' chosen' : ''}`}
      data-node={node.id}
      aria-current={isChosen}
      style={{ transform: `translateY(${top}px)` }}
      onClick={act.onChoose}
    >
      <span className="what">
        {isOpen !== undefined && (
          <button
            type="button"
            className="fold"
            aria-label={`Turn ${node.id.slice(1)}`}
            aria-expanded={isOpen}
            onClick={act.onFold}
          >
            <Icon name={isOpen ? 'open' : 'right'} />
          </button>
        )}
        {isOpen === undefined && <Glyph node={node} />}
        {node.kind === 'turn' && <b>Turn {node.id.slice(1)}</b>}
        {node.kind === 'model' && <b>Model</b>}
        {url === undefined || name === '' ? (
          <span className="name">{name}</span>
        ) : (
          <a className={`name${isCommand(node) ? ' mono' : ''}`} href={url} title={name}>
            {name}
          </a>
        )}
        {node.status === 'failed' && <span className="bad">failed</span>}
        {node.status === 'running' && <span className="tag ok">running</span>}
        {node.child !== undefined && (
          <a className="text-link" href={sessionUrl(node.child)}>
            open
          </a>
        )}
      </span>
      <span className="num" data-value={ms ?? ''}>
        {ms === undefined ? '' : formatDuration(ms)}
      </span>
      <span className="num" data-value={node.usage?.total ?? ''}>
        {node.usage ? formatTokens(node.usage.total) : ''}
      </span>
      <span className="num" data-value={node.costUsd ?? ''}>
        {node.costUsd === undefined ? '' : formatCost(node.costUsd)}
      </span>
      <span className="bars">
        <Bar node={node} placed={placed} view={view} />
      </span>
    </li>
  );
}

function Glyph({ node: { kind } }: { node: TimeNode }) {
  const face = faceOf(kind === 'you' ? 'prompt' : kind === 'model' ? 'reasoning' : kind);
  return (
    <span className="glyph" style={{ color: face.colour }}>
      <Icon name={face.icon} />
    </span>
  );
}

function Bar({ node, placed, view }: Pick<WaterfallRowProps, 'placed' | 'view'> & { node: TimeNode }) {
  const place = placed.places.get(node.id);
  if (!place) return null;
  const left = Math.max(0, view.percent(place[0]));
  const right = Math.min(100, view.percent(place[1]));
  if (right < 0 || left > 100) return null;
  const kind = node.kind === 'model' ? 'reasoning' : node.kind;
  const colour = node.status === 'failed' ? 'var(--bad)' : faceOf(kind).colour;
  const isPlain = node.kind === 'turn' || node.kind === 'you';
  // Only where something ran beside it does the path say more than the bars.
  const isRinged = node.critical === true && node.kind === 'agent';
  return (
    <i
      className={`bar${isRinged ? ' ringed' : ''}`}
      style={{
        left: `${left}%`,
        width: `${Math.max(0, right - left)}%`,
        ...(!isPlain && { background: colour }),
      }}
    />
  );
}

const isCommand = ({ kind }: TimeNode) => kind === 'command' || kind === 'change';

/** The place of a bar in the thread. */
export function lineUrl(sessionKey: string, node: TimeNode | undefined): string | undefined {
  return node?.line === undefined || node.line === 0 ? undefined : `${sessionUrl(sessionKey)}#L${node.line}`;
}
