import { useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiSession, ApiTime } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { setQuery, usePlace } from '../../router.ts';
import { sessionVersion } from '../../stores/session-version.ts';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { SessionFrame, SessionPageHead } from '../transcript/session-frame.tsx';
import { PartsBar } from './parts-bar.tsx';
import type { By } from './placed-nodes.ts';
import { TimeSide } from './time-side.tsx';
import { Waterfall } from './waterfall.tsx';

const choices: readonly { by: By; name: string }[] = [
  { by: 'time', name: 'Time' },
  { by: 'tokens', name: 'Tokens' },
  { by: 'cost', name: 'Cost' },
];

/** Where the time, the tokens and the money of a session went. */
export function TimePage({ sessionKey }: { sessionKey: string }) {
  return (
    <SessionFrame page="time" sessionKey={sessionKey}>
      {(_store, session) => <Opened session={session} />}
    </SessionFrame>
  );
}

function Opened({ session }: { session: ApiSession }) {
  const { key, title } = session.head;
  const answer = useAnswer(sessionVersion(session), (signal) => api.time(key, signal));
  useTitle(`Time: ${visibleLine(title)}`);
  const { value, error } = answer;
  const isEmpty = value?.nodes.length === 0;
  return (
    <PageMain page="time" state={stateOf(answer, isEmpty)} className="time-page">
      <SessionPageHead session={session} chosen="time" />
      {value && !isEmpty && <Time time={value} session={session} />}
      {isEmpty && (
        <EmptyState title="Nothing happened yet">
          <p>The session has no turn so far.</p>
        </EmptyState>
      )}
      {!value && error !== undefined && <FailureState code={error} onRetry={answer.retry} />}
      {!value && error === undefined && <p className="empty-state">Reading the session …</p>}
    </PageMain>
  );
}

function Time({ time, session }: { time: ApiTime; session: ApiSession }) {
  const given = usePlace().search.get('by');
  const by = choices.find((choice) => choice.by === given)?.by ?? (time.start === undefined ? 'tokens' : 'time');
  const [chosen, setChosen] = useState<string>();
  return (
    <div className="time-body">
      <section className="time-main" aria-label="What ran when">
        <PartsBar time={time} by={by}>
          <div className="segments" role="group" aria-label="Bars by">
            {choices.map((choice) => (
              <button
                key={choice.by}
                type="button"
                aria-pressed={choice.by === by}
                onClick={() => setQuery({ by: choice.by === 'time' ? '' : choice.by })}
              >
                {choice.name}
              </button>
            ))}
          </div>
        </PartsBar>
        {time.start === undefined && (
          <p className="note">No line of this session tells the time: the rows are in their order.</p>
        )}
        <Waterfall
          time={time}
          session={session}
          by={by}
          chosen={chosen}
          onChoose={setChosen}
          onBy={() => {
            const next = choices[(choices.findIndex((choice) => choice.by === by) + 1) % choices.length];
            setQuery({ by: next?.by ?? '' });
          }}
        />
      </section>
      <TimeSide time={time} session={session} chosen={chosen} />
    </div>
  );
}
