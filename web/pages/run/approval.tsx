import { type KeyboardEvent, useRef, useState } from 'react';
import { visibleLine, visibleText } from '../../../src/core/text/visible-text.ts';
import type { ApiQuestion, ApiRun } from '../../../src/doors/server/run-types.ts';
import { refusalWords } from '../../api/runs.ts';
import { formatClock } from '../../format/times.ts';
import { useKeys } from '../../keyboard.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { QuestionContent } from './question-content.tsx';
import { useAnswerSender } from './use-answer-sender.ts';

/** What an agent wants to do, whole, and the four answers. None is the default, and Enter gives none that allows. */
export function Approval({ run, question, isLost }: { run: ApiRun; question: ApiQuestion; isLost: boolean }) {
  const { isReady, refusal, send } = useAnswerSender(run, question, isLost);
  const [field, setField] = useState<'edit' | 'decline'>();
  const [text, setText] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const { can } = question;
  const once = () => send({ decision: 'once' });
  const inRun = () => can.run && send({ decision: 'run' });

  function open(which: 'edit' | 'decline'): void {
    if (!isReady || (which === 'edit' && !can.edit)) return;
    setField(which);
    setText(which === 'edit' ? (question.command ?? question.input ?? '') : '');
    setTimeout(() => box.current?.focus());
  }

  const decline = () =>
    field === 'decline' ? send({ decision: 'decline', ...(text.trim() !== '' && { say: text }) }) : open('decline');
  // A key that is held down was pressed for something else: it would answer each question as it appears.
  const pressed = (act: () => void) => (event: globalThis.KeyboardEvent) => {
    if (!event.repeat) act();
  };
  useKeys({
    a: pressed(() => field === undefined && can.once && once()),
    A: pressed(() => field === undefined && inRun()),
    e: pressed(() => open('edit')),
    d: pressed(() => open('decline')),
    Escape: () => setField(undefined),
  });
  return (
    <article className="item run-question" data-approval={question.id} aria-label="Approval">
      <span className="node">
        <Icon name="shield" />
      </span>
      <div className="item-head">
        <b>Approval</b>
        {question.tool !== undefined && <span className="mono">{visibleLine(question.tool)}</span>}
        <span className="spacer" />
        <time>{formatClock(question.at)}</time>
      </div>
      <div className="ask">
        <div className="ask-title">
          <h2>{headOf(question)}</h2>
          <small>in {visibleLine(question.cwd === run.cwd ? run.folder : question.cwd)}</small>
          <span className="spacer" />
          {run.waiting > 1 && <small>1 of {run.waiting}</small>}
        </div>
        <QuestionContent question={question} />
        {field !== undefined && (
          <div className="ask-field">
            <label>
              {field === 'edit'
                ? question.command === undefined
                  ? 'Other arguments (JSON), for this call alone'
                  : 'Another command, for this call alone'
                : can.say
                  ? 'Why not? The agent is told.'
                  : 'Why not? This agent is not told; it is noted.'}
              <textarea
                ref={box}
                rows={field === 'edit' ? 4 : 2}
                value={text}
                spellCheck={field === 'decline'}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') setField(undefined);
                  // Declining is the one answer that Enter gives.
                  if (event.key !== 'Enter' || event.shiftKey || field !== 'decline') return;
                  event.preventDefault();
                  decline();
                }}
              />
            </label>
          </div>
        )}
        {refusal !== undefined && (
          <p className="ask-refusal" role="alert">
            {refusalWords(refusal)}
          </p>
        )}
        <div className="ask-buttons">
          {field === 'edit' ? (
            <button
              type="button"
              className="btn ok"
              disabled={!isReady || text.trim() === ''}
              onKeyDown={noEnter}
              onClick={() => send({ decision: 'once', edited: text })}
            >
              Allow the edited one
            </button>
          ) : (
            <AllowButtons can={can} isReady={isReady} onOnce={once} onRun={inRun} />
          )}
          <button
            type="button"
            className="btn"
            disabled={!isReady || !can.edit}
            title={can.edit ? undefined : 'This agent takes no other arguments here'}
            aria-pressed={field === 'edit'}
            onClick={() => (field === 'edit' ? setField(undefined) : open('edit'))}
          >
            Edit
            <KeyHint name="e" />
          </button>
          <button type="button" className="btn" disabled={!isReady} onClick={decline}>
            Decline
            <KeyHint name="d" />
          </button>
          {field === 'decline' && <small>Say why, then Decline again.</small>}
        </div>
      </div>
    </article>
  );
}

function AllowButtons({ can, isReady, onOnce, onRun }: AllowProps) {
  return (
    <>
      <button type="button" className="btn ok" disabled={!isReady || !can.once} onKeyDown={noEnter} onClick={onOnce}>
        Allow once
        <KeyHint name="a" />
      </button>
      <button
        type="button"
        className="btn"
        disabled={!isReady || !can.run}
        title="This exact call, to the byte, until the run ends"
        onKeyDown={noEnter}
        onClick={onRun}
      >
        Allow in this run
        <KeyHint name="A" />
      </button>
    </>
  );
}

interface AllowProps {
  can: ApiQuestion['can'];
  isReady: boolean;
  onOnce: () => void;
  onRun: () => void;
}

/** Enter is pressed by habit, so it allows nothing. Space does. */
function noEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

function headOf({ kind, changes, tool, title }: ApiQuestion): string {
  if (kind === 'command') return 'Run this command?';
  if (kind === 'network') return 'Fetch this?';
  if (kind === 'patch' || (changes && changes.length > 0)) return 'Make this change?';
  return `Allow ${visibleText(tool ?? title)}?`;
}
