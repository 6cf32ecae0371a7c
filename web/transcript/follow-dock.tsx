import { visibleLine } from '../../src/core/text/visible-text.ts';
import type { SessionHead } from '../../src/doors/server/api-types.ts';
import { connection } from '../api/live.ts';
import { formatDuration } from '../format/figures.ts';
import { useStore } from '../stores/store.ts';
import { Icon } from '../ui/icon.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { useNow } from '../ui/use-now.ts';

/** While a session runs: what it does now, and a button to the newest row. */
export function FollowDock({ head, isFollowing, onLatest, onStop }: FollowDockProps) {
  const now = useNow(1000);
  const { state, since } = useStore(connection);
  if (head.status !== 'working' && head.status !== 'waiting') return null;
  return (
    <div className="dock">
      <div>
        <StatusDot status={head.status} />
        <span className="says">
          {state === 'lost' ? (
            `Reconnecting, ${formatDuration(now - since)}`
          ) : (
            <>
              {isFollowing ? 'Following' : head.status === 'waiting' ? 'Waiting for you' : 'Working'}
              {head.now && (
                <>
                  {' · '}
                  <span className="mono">{visibleLine(head.now.text)}</span> for{' '}
                  {formatDuration(Math.max(0, now - head.now.since))}
                </>
              )}
            </>
          )}
        </span>
        {isFollowing ? (
          <button type="button" className="btn" onClick={onStop}>
            Stay here
          </button>
        ) : (
          <button type="button" className="btn" onClick={onLatest} aria-label="Latest">
            <Icon name="down" />
            <span>Latest</span>
          </button>
        )}
      </div>
    </div>
  );
}

interface FollowDockProps {
  head: SessionHead;
  isFollowing: boolean;
  onLatest: () => void;
  onStop: () => void;
}
