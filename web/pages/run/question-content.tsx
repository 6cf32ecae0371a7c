import { visibleLine, visibleText } from '../../../src/core/text/visible-text.ts';
import type { ApiQuestion } from '../../../src/doors/server/run-types.ts';
import { Diff } from '../../text/diff.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';

/** What would be done, in full, and what is known of what comes of it. */
export function QuestionContent({ question }: { question: ApiQuestion }) {
  const { command, changes = [], url, input, title, effects, reason } = question;
  const hasMore = input !== undefined && input !== '' && hasOthers(input, command);
  return (
    <>
      {command !== undefined && <Text text={`$ ${command}`} label="Command" />}
      {changes.map((change) => (
        <div className="ask-change" key={`${change.kind} ${change.path}`}>
          <p className="mono">
            {change.kind} {visibleLine(change.path)}
            {change.movePath !== undefined && ` → ${visibleLine(change.movePath)}`}
          </p>
          {change.diff !== undefined && <Diff diff={change.diff} path={change.path} />}
          {change.content !== undefined && <Text text={change.content} label={`The new ${change.path}`} />}
        </div>
      ))}
      {url !== undefined && <Text text={url} label="Address" />}
      {command === undefined && changes.length === 0 && url === undefined && <Text text={title} label="Title" />}
      {hasMore && (
        <details className="ask-input" open={command === undefined}>
          <summary>{command === undefined ? 'Arguments' : 'All arguments of the call'}</summary>
          <Text text={input} label="Arguments" />
        </details>
      )}
      <ul className="ask-effects" aria-label="What comes of it">
        {effects.map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the effects of a question do not change
          <li key={index} className={kind} data-effect={kind}>
            <Icon name={EFFECTS[kind].icon} />
            <span>
              {EFFECTS[kind].word} {kind === 'unknown' ? sentence(text) : <b>{visibleLine(text)}</b>}
            </span>
          </li>
        ))}
        {reason !== undefined && (
          <li className="reason">
            <Icon name="talk" />
            <q>{visibleLine(reason)}</q>
          </li>
        )}
      </ul>
    </>
  );
}

const EFFECTS: Readonly<Record<ApiQuestion['effects'][number]['kind'], { icon: IconName; word: string }>> = {
  deletes: { icon: 'warn', word: 'Deletes' },
  outside: { icon: 'warn', word: 'Outside of the folder:' },
  network: { icon: 'globe', word: 'Network:' },
  unknown: { icon: 'warn', word: '' },
};

function sentence(text: string): string {
  return visibleLine(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
}

/** Text of others: every character that cannot be seen is shown. */
function Text({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <pre tabIndex={0} role="group" aria-label={label}>
      {visibleText(text)}
    </pre>
  );
}

/** A command's arguments say more than the command, such as where it runs and for how long. */
function hasOthers(input: string, command: string | undefined): boolean {
  if (command === undefined) return true;
  try {
    const value: unknown = JSON.parse(input);
    return typeof value !== 'object' || value === null || Object.keys(value).some((name) => name !== 'command');
  } catch {
    return true;
  }
}
