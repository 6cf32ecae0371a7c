import { useEffect, useRef, useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiQuestion, ApiRun } from '../../../src/doors/server/run-types.ts';
import { ApiFailure } from '../../api/client.ts';
import { refusalWords, runApi } from '../../api/runs.ts';
import { formatCost, formatDuration, formatTokens } from '../../format/figures.ts';
import { useKeys } from '../../keyboard.ts';
import { sessionUrl } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { ownAnswers, runs } from '../../stores/runs.ts';
import { useStore } from '../../stores/store.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useNow } from '../../ui/use-now.ts';
import { Approval } from './approval.tsx';
import { Composer } from './composer.tsx';
import { RunDot } from './inbox.tsx';
import { PersonQuestion } from './person-question.tsx';
import { RunThread } from './run-thread.tsx';

/** One run: its head, the end of its thread with what waits, and what can be said to it. */
export function RunView({ run, isLost, isOff }: RunViewProps) {
  const [failure, setFailure] = useState<string>();
  const { question } = run;
  const settled = useSettled(question);

  function act(action: () => Promise<unknown>): void {
    setFailure(undefined);
    action().catch((error: unknown) => setFailure(error instanceof ApiFailure ? error.code : 'internal'));
  }

  const canStop = run.status === 'running' || run.status === 'waiting' || run.status === 'starting';
  useKeys({ S: () => canStop && !isOff && act(() => runApi.stop(run.id)) });
  return (
    <section className="run-middle" aria-label="The run">
      <Head run={run} isLost={isOff} onStop={(end) => act(() => runApi.stop(run.id, { end }))} />
      {isLost && (
        <p className="band bad" role="alert">
          The connection is lost. What waits now is not known, so nothing can be answered.
        </p>
      )}
      {run.error && (
        <p className="band bad" role="alert">
          {visibleLine(run.error.message)} <code>{run.error.code}</code>
        </p>
      )}
      {failure !== undefined && (
        <p className="band bad" role="alert">
          {refusalWords(failure)}
        </p>
      )}
      <RunThread run={run} questionId={question?.id}>
        {question?.kind === 'ask' && <PersonQuestion key={question.id} run={run} question={question} isLost={isOff} />}
        {question && question.kind !== 'ask' && (
          <Approval key={question.id} run={run} question={question} isLost={isOff} />
        )}
        {!question && settled && <Settled words={settled} />}
      </RunThread>
      <Composer run={run} isLost={isOff} onFailure={setFailure} />
    </section>
  );
}

interface RunViewProps {
  run: ApiRun;
  isLost: boolean;
  /** It is not known what waits now, if only for a moment: nothing can be done. */
  isOff: boolean;
}

function Head({ run, isLost, onStop }: { run: ApiRun; isLost: boolean; onStop: (end: boolean) => void }) {
  const now = useNow(1000);
  const { titleOf } = useRunAgent();
  const { status, spent } = run;
  const isOver = status === 'ended';
  return (
    <header className="run-head">
      <div className="run-title">
        <a className="btn icon run-back" href="/run" aria-label="All runs">
          <Icon name="list" />
        </a>
        <RunDot run={run} />
        <h1>{visibleLine(run.title) || 'Untitled'}</h1>
        <span className={`tag ${run.question ? 'warn' : status === 'running' ? 'ok' : ''}`}>
          {run.question ? 'waiting for you' : status} · {formatDuration(Math.max(0, now - run.since))}
        </span>
        <span className="spacer" />
        {run.session !== undefined && (
          <a className="btn" href={sessionUrl(run.session)}>
            Open whole thread
          </a>
        )}
        {status === 'idle' && (
          <button type="button" className="btn" disabled={isLost} onClick={() => onStop(true)}>
            End
          </button>
        )}
        {!isOver && status !== 'idle' && (
          <button
            type="button"
            className="btn"
            disabled={isLost || status === 'stopping'}
            onClick={() => onStop(false)}
          >
            <Icon name="stop" />
            Stop
            <KeyHint name="⇧S" />
          </button>
        )}
      </div>
      <p className="run-meta num">
        <AgentMark agent={run.agent} />
        <span>{titleOf(run.agent)}</span>
        {run.model !== undefined && <b>{visibleLine(run.model)}</b>}
        <span className="mono" title={visibleLine(run.cwd)}>
          {visibleLine(run.folder)}
        </span>
        <span>{formatDuration(spent.ms)}</span>
        <span>{formatTokens(spent.tokens)} tokens</span>
        <span>{formatCost(spent.usd)}</span>
      </p>
    </header>
  );
}

function useRunAgent() {
  const { markOf } = useAgents();
  return { titleOf: (agent: string) => markOf(agent).title };
}

const BY_WORDS: Readonly<Record<string, string>> = {
  caller: 'Answered on another page',
  agent: 'The agent took the question back',
  cancel: 'The turn was stopped, so the answer was no',
  close: 'The run was ended, so the answer was no',
  timeout: 'Nobody answered in time, so the answer was no',
};

/** How the last shown question ended, if it was not this tab that ended it. */
function useSettled(question: ApiQuestion | undefined): string | undefined {
  const { answered } = useStore(runs);
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (question) last.current = question.id;
  }, [question]);
  const end = last.current === undefined ? undefined : answered[last.current];
  if (!end || ownAnswers.has(last.current ?? '')) return undefined;
  const decision = { once: 'allowed once', run: 'allowed in this run', decline: 'declined' }[end.decision];
  const words = BY_WORDS[end.by] ?? 'It is over';
  return end.by === 'caller' && decision ? `${words}: ${decision}.` : `${words}.`;
}

/** The place of a question that somebody else answered. It is locked. */
function Settled({ words }: { words: string }) {
  return (
    <p className="run-settled" role="status">
      <Icon name="shield" />
      {words}
    </p>
  );
}
