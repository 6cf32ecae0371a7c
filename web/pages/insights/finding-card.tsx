import { useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiInsights } from '../../../src/doors/server/api-types.ts';
import { formatCost, formatCount, formatDuration, plural } from '../../format/figures.ts';
import { copyText } from '../../ui/copy.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Places } from './places.tsx';

type Finding = ApiInsights['findings'][number];

const icons: Readonly<Record<Finding['severity'], IconName>> = { high: 'warn', medium: 'trend', low: 'find' };

/** A sentence with its figure, the rows behind it, and one thing to do. */
export function FindingCard({ finding, onHide }: { finding: Finding; onHide: () => void }) {
  const { code, severity, title, text, evidence, action } = finding;
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      className={`panel finding ${severity}`}
      data-code={code}
      data-title={title}
      aria-label={visibleLine(title)}
      // Keys go from one to the next.
      tabIndex={-1}
    >
      <span className="finding-icon">
        <Icon name={icons[severity]} />
      </span>
      <div>
        <h2>{visibleLine(title)}</h2>
        <p>{visibleLine(text)}</p>
        {action !== undefined && <p className="finding-action">{visibleLine(action)}</p>}
        <p className="finding-links">
          <button
            type="button"
            className="text-link"
            data-value={evidence.total}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {plural(evidence.total, 'place')}
          </button>
          {action !== undefined && (
            <button type="button" className="text-link" onClick={() => void copyText(action, 'Copied')}>
              Copy what to do
            </button>
          )}
          <button type="button" className="text-link" onClick={onHide}>
            Hide for 30 days
          </button>
        </p>
        {isOpen && <Places evidence={evidence} />}
      </div>
      <button
        type="button"
        className="finding-value num"
        data-value={finding.value}
        aria-expanded={isOpen}
        title="Where"
        onClick={() => setOpen(!isOpen)}
      >
        {valueText(finding)} <em>{unitWords[finding.unit]}</em>
      </button>
    </section>
  );
}

const unitWords: Readonly<Record<Finding['unit'], string>> = {
  usd: '',
  calls: 'calls',
  ms: '',
  reads: 'reads',
  tools: 'tools',
};

function valueText({ value, unit }: Pick<Finding, 'value' | 'unit'>): string {
  if (unit === 'usd') return formatCost(value);
  return unit === 'ms' ? formatDuration(value) : formatCount(value);
}
