import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiSession, ApiTime } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCost, formatCount, formatTokens, percent, plural } from '../../format/figures.ts';
import { sessionVersion } from '../../stores/session-version.ts';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { PartsBar } from '../time/parts-bar.tsx';
import { SessionFrame, SessionPageHead } from '../transcript/session-frame.tsx';
import { Tile } from '../usage/tiles.tsx';
import { RequestTable } from './request-table.tsx';
import { TurnTable } from './turn-table.tsx';

/** What a session used: by turn, and request by request, as `threadline usage --explain` counts it. */
export function SessionUsagePage({ sessionKey }: { sessionKey: string }) {
  return (
    <SessionFrame page="usage" sessionKey={sessionKey}>
      {(_store, session) => <Opened session={session} />}
    </SessionFrame>
  );
}

function Opened({ session }: { session: ApiSession }) {
  const { key, title } = session.head;
  const answer = useAnswer(sessionVersion(session), (signal) => api.time(key, signal));
  useTitle(`Usage: ${visibleLine(title)}`);
  const { value, error } = answer;
  const isEmpty = value?.requests === 0;
  return (
    <PageMain page="usage" state={stateOf(answer, isEmpty)} className="session-usage">
      <SessionPageHead session={session} chosen="usage" />
      {value && !isEmpty && <Used time={value} session={session} />}
      {isEmpty && (
        <EmptyState title="No request was counted">
          <p>The session tells no tokens: none were used yet, or its agent does not write them down.</p>
        </EmptyState>
      )}
      {!value && error !== undefined && <FailureState code={error} onRetry={answer.retry} />}
      {!value && error === undefined && <p className="empty-state">Reading the session …</p>}
    </PageMain>
  );
}

function Used({ time, session }: { time: ApiTime; session: ApiSession }) {
  const { usage, requests } = time;
  const unpriced = Object.entries(usage.unpriced ?? {});
  const models = new Set(time.nodes.flatMap(({ model }) => model ?? []));
  return (
    <div className="page-body">
      <div className="tiles num">
        <Tile
          name="Tokens"
          value={formatTokens(usage.total)}
          bare={usage.total}
          more={`${percent(usage.cached, usage.input)} cached input`}
        />
        <Tile
          name="Cost"
          value={formatCost(usage.costUsd)}
          bare={usage.costUsd ?? ''}
          more={unpriced.length > 0 ? `${plural(unpriced.length, 'model')} without a price` : [...models].join(', ')}
        />
        <Tile
          name="Requests"
          value={formatCount(requests)}
          bare={requests}
          more={`${formatTokens(usage.total / Math.max(1, requests))} tokens each`}
        />
        <Tile
          name="Output"
          value={formatTokens(usage.output)}
          bare={usage.output}
          more={`${formatTokens(usage.reasoning)} of it reasoning`}
        />
      </div>
      <section className="panel" aria-label="Tokens">
        <h2>Tokens</h2>
        <PartsBar time={time} by="tokens" />
        {usage.costUsd !== null && (
          <>
            <h2>Cost</h2>
            <PartsBar time={time} by="cost" />
          </>
        )}
        {unpriced.length > 0 && (
          <p className="note">
            Left out of the cost, because no price is known:{' '}
            {unpriced.map(([model, tokens]) => `${visibleLine(model)}, ${formatTokens(tokens)} tokens`).join('; ')}.
          </p>
        )}
      </section>
      <TurnTable time={time} session={session} />
      <RequestTable time={time} session={session} />
    </div>
  );
}
