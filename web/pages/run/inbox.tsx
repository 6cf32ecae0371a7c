import { useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiQuestion, ApiRun } from '../../../src/doors/server/run-types.ts';
import { formatDuration } from '../../format/figures.ts';
import { formatWhen } from '../../format/times.ts';
import { isOpenRun, runUrl } from '../../stores/runs.ts';
import { allowNotices, canAskForNotices } from '../../stores/waiting-notices.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useNow } from '../../ui/use-now.ts';

/** Everything that waits for a person, runs, is queued or is done. */
export function Inbox({ all, chosen, isLost }: InboxProps) {
  const now = useNow(1000);
  const waiting = all.filter(({ question }) => question);
  const running = all.filter(({ status, question }) => !question && status !== 'idle' && status !== 'ended');
  const done = all.filter(({ status }) => status === 'idle' || status === 'ended');
  const queued = all.flatMap((run) => run.queued.map((text, index) => ({ run, text, key: `${run.id} ${index}` })));
  const lines = (list: readonly ApiRun[]) =>
    list.map((run) => <RunLine key={run.id} run={run} isChosen={run === chosen} now={now} />);
  return (
    <aside className="run-inbox" aria-label="Runs">
      <a className="btn primary" href="/run#new">
        <Icon name="play" />
        New run
        <KeyHint name="c" />
      </a>
      <Group
        title="Waiting for you"
        count={waiting.length}
        none={isLost ? 'Not known: the connection is lost.' : 'Nothing waits for you.'}
      >
        {lines(waiting)}
      </Group>
      {running.length > 0 && (
        <Group title="Running" count={running.length}>
          {lines(running)}
        </Group>
      )}
      {queued.length > 0 && (
        <Group title="Queued" count={queued.length}>
          {queued.map(({ run, text, key }) => (
            <a className="run-line" key={key} href={runUrl(run)}>
              <span className="dot" />
              <AgentMark agent={run.agent} />
              <span className="run-words">
                <b>{visibleLine(text)}</b>
                <small>after “{visibleLine(run.title)}”</small>
              </span>
            </a>
          ))}
        </Group>
      )}
      {done.length > 0 && (
        <Group title="Done" count={done.length}>
          {lines(done)}
        </Group>
      )}
      {all.some(isOpenRun) && <NoticeButton />}
    </aside>
  );
}

interface InboxProps {
  all: readonly ApiRun[];
  chosen: ApiRun | undefined;
  /** What waits now is not known. */
  isLost: boolean;
}

function Group({ title, count, none, children }: GroupProps) {
  return (
    <section>
      <h2>
        {title} <span className="num">{count}</span>
      </h2>
      {children}
      {count === 0 && <p className="run-none">{none}</p>}
    </section>
  );
}

interface GroupProps {
  title: string;
  count: number;
  none?: string;
  children: React.ReactNode;
}

function RunLine({ run, isChosen, now }: { run: ApiRun; isChosen: boolean; now: number }) {
  const isDone = run.status === 'idle' || run.status === 'ended';
  const time = isDone ? formatWhen(run.since, now) : shortTime(now - run.since);
  return (
    <a className="run-line" href={runUrl(run)} aria-current={isChosen ? 'page' : undefined} data-run={run.id}>
      <RunDot run={run} />
      <AgentMark agent={run.agent} />
      <span className="run-words">
        <b>{visibleLine(run.title) || 'Untitled'}</b>
        <small className={run.question ? 'waits' : ''}>{visibleLine(wordsOf(run))}</small>
      </span>
      <time>{time}</time>
    </a>
  );
}

/** `40 s`, `3m`: whole seconds, then the largest unit alone. */
function shortTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : (formatDuration(milliseconds).split(' ')[0] ?? '');
}

const DOTS: Readonly<Record<ApiRun['status'], string>> = {
  waiting: 'wait',
  running: 'live',
  starting: 'live',
  stopping: 'live',
  idle: '',
  ended: '',
};

/** The status as a colour, with a word for readers who do not see it. */
export function RunDot({ run }: { run: ApiRun }) {
  const kind = run.error ? 'fail' : run.question ? 'wait' : DOTS[run.status];
  const word = run.error ? 'failed' : run.question ? 'waiting for you' : run.status;
  return (
    <span className={`dot ${kind}`} title={word}>
      <span className="screen-reader">{word}</span>
    </span>
  );
}

function wordsOf({ question, status, error, changed, plan, now }: ApiRun): string {
  if (question) return wants(question);
  if (error) return error.message;
  if (now !== undefined) return `$ ${now}`;
  if (status === 'starting' || status === 'stopping') return `${status} …`;
  const add = changed.reduce((sum, file) => sum + file.add, 0);
  const del = changed.reduce((sum, file) => sum + file.del, 0);
  if (changed.length > 0) return `+${add} −${del} in ${changed.length} ${changed.length === 1 ? 'file' : 'files'}`;
  const doing = plan?.find(({ state }) => state === 'doing');
  if (status === 'running') return doing?.text ?? 'at work';
  return status === 'idle' ? 'takes the next prompt' : 'ended';
}

/** What is wanted, in a few words. */
function wants({ kind, command, changes, url, title, tool, parts }: ApiQuestion): string {
  if (kind === 'ask') return `asks: ${parts?.[0]?.text ?? title}`;
  if (command !== undefined) return `wants to run ${command}`;
  if (changes && changes.length > 0) return `wants to change ${changes.map(({ path }) => path).join(', ')}`;
  return url === undefined ? `wants to use ${tool ?? title}` : `wants to fetch ${url}`;
}

/** The browser may tell a person who does not look. It asks only because this was pressed. */
function NoticeButton() {
  const [canAsk, setCanAsk] = useState(canAskForNotices);
  if (!canAsk) return null;
  return (
    <button
      type="button"
      className="text-link"
      onClick={() => void allowNotices().finally(() => setCanAsk(canAskForNotices()))}
    >
      Notify me when one waits
    </button>
  );
}
