import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useId, useState } from 'react';
import { visibleLine, visibleText } from '../../core/text/visible-text.ts';
import { type LookProps, Root } from './root.tsx';
import { Diff } from './text/diff.tsx';

/** What an agent asks for. Texts are shown as they are. */
export interface ApprovalQuestion {
  /** Tells two questions apart that read the same. What was typed for one is never an answer to the other. */
  id?: string | undefined;
  /** What it wants to do, in a few words. */
  title: string;
  /** The command that would run. */
  command?: string | undefined;
  cwd?: string | undefined;
  /** The agent's own reason: shown as such, and no fact. */
  reason?: string | undefined;
  /** The files that would change. */
  changes?: readonly { path: string; diff: string }[] | undefined;
  /** What it would do, as far as it was computed. Undefined is shown as not known, and an empty list never as harmless. */
  effects?: readonly string[] | undefined;
}

/** The answer of a person. `run`: this exact command for the rest of the run. */
export type ApprovalAnswer =
  | { decision: 'once' | 'run' }
  | { decision: 'edit'; command: string }
  | { decision: 'decline'; reason: string };

/** Properties of `<Approval>`. */
export interface ApprovalProps extends LookProps {
  question: ApprovalQuestion;
  /** Called with the answer of a person. */
  onAnswer: (answer: ApprovalAnswer) => void;
  /** The answers that are possible. By default all; `edit` only where there is a command. */
  decisions?: readonly ApprovalAnswer['decision'][] | undefined;
  /** Nobody can take an answer now, as while a connection is lost. */
  isDisabled?: boolean | undefined;
}

/** Nobody reads a question faster: a key or a click that was on its way answers nothing. */
const READING_MS = 400;
const ALL: readonly ApprovalAnswer['decision'][] = ['once', 'run', 'edit', 'decline'];

/** A question of an agent, and the buttons that answer it. Enter allows nothing. */
export function Approval(props: ApprovalProps): ReactElement {
  const { id, title, command, cwd, changes } = props.question;
  // Another question begins anew: with its own time to be read, and without what was typed for the one before.
  return <AskedQuestion key={JSON.stringify([id, title, command, cwd, changes])} {...props} />;
}

function AskedQuestion({ question, onAnswer, decisions = ALL, isDisabled = false, ...look }: ApprovalProps) {
  const { title, command, cwd, reason, changes = [], effects } = question;
  const isRead = useReadingTime();
  const [edited, setEdited] = useState<string>();
  const [why, setWhy] = useState('');
  const id = useId();
  const isOff = isDisabled || !isRead;
  const can = (decision: ApprovalAnswer['decision']) => decisions.includes(decision);
  return (
    <Root {...look}>
      <section className="approval" data-approval="" aria-labelledby={id}>
        <h3 id={id}>{visibleLine(title)}</h3>
        {command !== undefined && edited === undefined && (
          <pre className="output wrap">
            <code>{visibleText(command)}</code>
          </pre>
        )}
        {edited !== undefined && (
          <textarea aria-label="Command" value={edited} onChange={(event) => setEdited(event.target.value)} />
        )}
        {cwd !== undefined && <p className="aside">in {visibleLine(cwd)}</p>}
        {changes.map(({ path, diff }) => (
          <div className="box" key={path}>
            <div className="box-head">{visibleLine(path)}</div>
            <Diff diff={diff} path={path} />
          </div>
        ))}
        <Effects effects={effects} />
        {reason !== undefined && <p className="aside">The agent says: {visibleLine(reason)}</p>}
        <div className="approval-answers">
          {edited === undefined ? (
            <>
              {can('once') && (
                <Allow isOff={isOff} onAllow={() => onAnswer({ decision: 'once' })}>
                  Allow once
                </Allow>
              )}
              {can('run') && (
                <Allow isOff={isOff} onAllow={() => onAnswer({ decision: 'run' })}>
                  Allow in this run
                </Allow>
              )}
              {can('edit') && command !== undefined && (
                <button type="button" disabled={isOff} onClick={() => setEdited(command)}>
                  Edit
                </button>
              )}
            </>
          ) : (
            <>
              <Allow isOff={isOff} onAllow={() => onAnswer({ decision: 'edit', command: edited })}>
                Allow the edited command
              </Allow>
              <button type="button" onClick={() => setEdited(undefined)}>
                Cancel
              </button>
            </>
          )}
          {can('decline') && (
            <>
              <input
                aria-label="Why not"
                placeholder="Why not"
                value={why}
                onChange={(event) => setWhy(event.target.value)}
              />
              <button type="button" disabled={isOff} onClick={() => onAnswer({ decision: 'decline', reason: why })}>
                Decline
              </button>
            </>
          )}
        </div>
      </section>
    </Root>
  );
}

function Effects({ effects }: { effects: readonly string[] | undefined }) {
  if (effects === undefined || effects.length === 0)
    return (
      <p className="aside">
        {effects ? 'No effect was found. That does not make it harmless.' : 'What it would do is not known.'}
      </p>
    );
  return (
    <ul className="approval-effects" aria-label="What it would do">
      {effects.map((effect, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two effects may be told by the same words
        <li key={index}>{visibleLine(effect)}</li>
      ))}
    </ul>
  );
}

function Allow({ isOff, onAllow, children }: { isOff: boolean; onAllow: () => void; children: ReactNode }) {
  const refuseEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
  };
  return (
    <button type="button" className="allow" disabled={isOff} onClick={onAllow} onKeyDown={refuseEnter}>
      {children}
    </button>
  );
}

/** True once the question could be read. */
function useReadingTime(): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), READING_MS);
    return () => clearTimeout(timer);
  }, []);
  return isRead;
}
