import { useState } from 'react';
import { visibleLine, visibleText } from '../../../src/core/text/visible-text.ts';
import type { ApiQuestion, ApiRun } from '../../../src/doors/server/run-types.ts';
import { refusalWords } from '../../api/runs.ts';
import { formatClock } from '../../format/times.ts';
import { Icon } from '../../ui/icon.tsx';
import { useAnswerSender } from './use-answer-sender.ts';

type Part = NonNullable<ApiQuestion['parts']>[number];

/** The agent asks the person something: options, or a text. */
export function PersonQuestion({ run, question, isLost }: { run: ApiRun; question: ApiQuestion; isLost: boolean }) {
  const { isReady, refusal, send } = useAnswerSender(run, question, isLost);
  const [given, setGiven] = useState<Readonly<Record<string, string[]>>>({});
  const parts = question.parts ?? [];
  const isWhole = parts.every(({ id }) => (given[id] ?? []).some((text) => text.trim() !== ''));
  return (
    <article className="item run-question" data-question={question.id} aria-label="Question">
      <span className="node">
        <Icon name="talk" />
      </span>
      <div className="item-head">
        <b>Question</b>
        <span className="spacer" />
        <time>{formatClock(question.at)}</time>
      </div>
      <div className="ask">
        {parts.map((part) => (
          <PartField
            key={part.id}
            part={part}
            given={given[part.id] ?? []}
            onGiven={(texts) => setGiven((old) => ({ ...old, [part.id]: texts }))}
          />
        ))}
        {refusal !== undefined && (
          <p className="ask-refusal" role="alert">
            {refusalWords(refusal)}
          </p>
        )}
        <div className="ask-buttons">
          <button
            type="button"
            className="btn primary"
            disabled={!isReady || !isWhole || !question.can.once}
            onClick={() => send({ decision: 'once', answers: { ...given } })}
          >
            Answer
          </button>
          <button type="button" className="btn" disabled={!isReady} onClick={() => send({ decision: 'decline' })}>
            Decline
          </button>
        </div>
      </div>
    </article>
  );
}

interface PartProps {
  part: Part;
  given: readonly string[];
  onGiven: (texts: string[]) => void;
}

function PartField({ part, given, onGiven }: PartProps) {
  const labels = part.options.map(({ label }) => label);
  const typed = given.find((text) => !labels.includes(text)) ?? '';
  const chosen = given.filter((text) => labels.includes(text));
  const choose = (label: string, isOn: boolean) => {
    if (!part.multiple) return onGiven([label]);
    const others = chosen.filter((other) => other !== label);
    onGiven([...(isOn ? [...others, label] : others), ...(typed === '' ? [] : [typed])]);
  };
  return (
    <fieldset className="ask-part">
      <legend>
        {part.header !== undefined && <span className="tag">{visibleLine(part.header)}</span>} {visibleText(part.text)}
      </legend>
      {part.options.map(({ label, description }) => (
        <label key={label} className="ask-option">
          <input
            type={part.multiple ? 'checkbox' : 'radio'}
            name={part.id}
            checked={given.includes(label)}
            onChange={(event) => choose(label, event.target.checked)}
          />
          <span>
            {visibleLine(label)}
            {description !== undefined && <small> {visibleLine(description)}</small>}
          </span>
        </label>
      ))}
      <input
        type={part.secret ? 'password' : 'text'}
        aria-label={part.options.length > 0 ? 'Another answer' : 'Answer'}
        placeholder={part.options.length > 0 ? 'Another answer' : 'Answer'}
        value={typed}
        onChange={(event) => onGiven([...(part.multiple ? chosen : []), event.target.value].filter(Boolean))}
      />
    </fieldset>
  );
}
