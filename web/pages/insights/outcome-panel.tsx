import { useState } from 'react';
import type { ApiInsights } from '../../../src/doors/server/api-types.ts';
import { formatCost, percent, plural } from '../../format/figures.ts';
import { Places } from './places.tsx';

type Kind = keyof ApiInsights['outcome'];

const kinds: readonly { kind: Kind; name: string; colour: string }[] = [
  { kind: 'committed', name: 'Committed as written', colour: 'var(--c3)' },
  { kind: 'edited', name: 'Committed in part, or after edits', colour: 'var(--c1)' },
  { kind: 'dropped', name: 'Changed files, none kept', colour: 'var(--c4)' },
  { kind: 'failed', name: 'Failed', colour: 'var(--bad)' },
  { kind: 'asked', name: 'Edited no file', colour: 'var(--c5)' },
  { kind: 'unknown', name: 'Not known: no repository', colour: 'var(--text-3)' },
];

/** What became of the money, by what stands in commits. */
export function OutcomePanel({ insights: { of, outcome, outcomeSessions } }: { insights: ApiInsights }) {
  const [open, setOpen] = useState<Kind>();
  const whole = kinds.reduce((sum, { kind }) => sum + outcome[kind], 0);
  const shown = kinds.filter(({ kind }) => outcomeSessions[kind].total > 0);
  const hasRepository = shown.some(({ kind }) => kind === 'committed' || kind === 'edited' || kind === 'dropped');
  return (
    <section className="panel outcome">
      <h2>
        What became of it{' '}
        <span className="key num" data-value={of.costUsd ?? ''}>
          {formatCost(of.costUsd)}
        </span>
      </h2>
      {whole > 0 && (
        <div className="parts-bar" aria-hidden="true">
          {shown.map(({ kind, colour }) =>
            outcome[kind] > 0 ? (
              <i key={kind} style={{ background: colour, flexGrow: (100 * outcome[kind]) / whole }} />
            ) : null,
          )}
        </div>
      )}
      <ul className="outcome-kinds num">
        {shown.map(({ kind, name, colour }) => (
          <li key={kind} data-outcome={kind}>
            <i style={{ background: colour }} aria-hidden="true" />
            <span>{name}</span>
            <button
              type="button"
              className="text-link"
              data-value={outcomeSessions[kind].total}
              aria-expanded={open === kind}
              onClick={() => setOpen(open === kind ? undefined : kind)}
            >
              {plural(outcomeSessions[kind].total, 'session')}
            </button>
            <button
              type="button"
              className="figure-link strong"
              data-value={outcome[kind]}
              aria-expanded={open === kind}
              aria-label={`${formatCost(outcome[kind])}, ${name}: which sessions`}
              onClick={() => setOpen(open === kind ? undefined : kind)}
            >
              {formatCost(outcome[kind])}
            </button>
            <span className="key">{whole > 0 ? percent(outcome[kind], whole) : ''}</span>
            {open === kind && <Places evidence={outcomeSessions[kind]} />}
          </li>
        ))}
      </ul>
      <p className="note">
        {hasRepository
          ? 'A commit belongs to a session if lines that the session wrote are in it. Sub-agents count for the session that started them.'
          : 'No repository was found that has the files of these sessions, so nothing is said of commits.'}
      </p>
    </section>
  );
}
