import { useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiRun } from '../../../src/doors/server/run-types.ts';
import { ApiFailure } from '../../api/client.ts';
import { runApi } from '../../api/runs.ts';
import { MOD_KEY } from '../../keyboard.ts';
import { resumeHere } from '../../stores/run-draft.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';

/** What is said to an agent: into its turn, after it, or as the next prompt. */
export function Composer({ run, isLost, onFailure }: ComposerProps) {
  const [text, setText] = useState('');
  const [when, setWhen] = useState<'now' | 'after'>('now');
  const [said, setSaid] = useState<string>();
  const { status, can } = run;
  if (status === 'ended') return <Over session={run.session} />;
  const isIdle = status === 'idle';
  const chosen = isIdle ? 'now' : can.steer ? when : 'after';
  const isOff = isLost || status === 'starting' || status === 'stopping';

  function send(): void {
    if (text.trim() === '' || isOff) return;
    onFailure(undefined);
    runApi.input(run.id, { text, when: chosen }).then(
      ({ delivered }) => {
        setText('');
        setSaid(DELIVERED[delivered]);
      },
      (error: unknown) => onFailure(error instanceof ApiFailure ? error.code : 'internal'),
    );
  }

  return (
    <form
      className="run-composer"
      aria-label="Say something to the agent"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        rows={2}
        aria-label={isIdle ? 'The next prompt' : 'Say something to the agent'}
        placeholder={isIdle ? 'The next prompt' : 'Say something to the agent'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            send();
          }
        }}
      />
      <div className="run-composer-line">
        {!isIdle && (
          <div className="segments" role="group" aria-label="When">
            <button
              type="button"
              aria-pressed={chosen === 'now'}
              disabled={!can.steer}
              title={can.steer ? undefined : 'This agent takes no text while it works'}
              onClick={() => setWhen('now')}
            >
              Steer now
            </button>
            <button type="button" aria-pressed={chosen === 'after'} onClick={() => setWhen('after')}>
              After this turn
            </button>
          </div>
        )}
        {run.model !== undefined && <span className="chip">{visibleLine(run.model)}</span>}
        <span className="chip">
          <Icon name="shield" />
          {MODES[run.mode]}
        </span>
        {said !== undefined && <small role="status">{said}</small>}
        <span className="spacer" />
        <button type="submit" className="btn primary" disabled={isOff || text.trim() === ''}>
          <Icon name="send" />
          Send
          <KeyHint name={`${MOD_KEY} ↵`} />
        </button>
      </div>
    </form>
  );
}

/** Nothing can be said any more; a session that is known can be gone on with. */
function Over({ session }: { session: string | undefined }) {
  return (
    <p className="run-over note">
      The run is over.
      {session !== undefined && (
        <button type="button" className="btn" onClick={() => resumeHere(session)}>
          Go on with it
        </button>
      )}
    </p>
  );
}

interface ComposerProps {
  run: ApiRun;
  isLost: boolean;
  onFailure: (code: string | undefined) => void;
}

export const MODES: Readonly<Record<ApiRun['mode'], string>> = {
  ask: 'asks before it acts',
  edits: 'edits unasked, asks for the rest',
  plan: 'plans only',
};

const DELIVERED: Readonly<Record<string, string>> = {
  sent: 'It began a turn.',
  steered: 'It reached the turn.',
  queued: 'It waits for the end of the turn.',
  pending: 'The agent takes it when it has its answer.',
};
