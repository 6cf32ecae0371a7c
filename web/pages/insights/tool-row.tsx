import { type ReactNode, useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiInsights } from '../../../src/doors/server/api-types.ts';
import { formatCost, formatCount, formatDuration, formatTokens, percent } from '../../format/figures.ts';
import { Places } from './places.tsx';
import { Trend } from './trend.tsx';

type Tool = ApiInsights['tools'][number];
type PlacesName = keyof NonNullable<Tool['places']>;

/** A tool that fails so often is worth a look. */
const OFTEN = 0.2;
const COLUMNS = 8;
const NAMES: Readonly<Record<PlacesName, string>> = {
  calls: 'The newest calls',
  failed: 'The newest that failed',
  slow: 'The slowest',
  costly: 'Those whose results cost most',
};

const timeOf = (ms: number | null) => (ms === null ? '–' : formatDuration(ms));

/** A tool and its figures. Each opens the calls behind it, in a line below. */
export function ToolRow({ tool }: { tool: Tool }) {
  const [open, setOpen] = useState<PlacesName>();
  const name = visibleLine(tool.name);
  const evidence = open && tool.places?.[open];

  function figure(what: PlacesName, title: string, text: string): ReactNode {
    if (!tool.places || tool.places[what].total === 0) return text;
    return (
      <button
        type="button"
        className="figure-link"
        aria-expanded={open === what}
        aria-label={`${text}: ${title} of ${name}`}
        onClick={() => setOpen(open === what ? undefined : what)}
      >
        {text}
      </button>
    );
  }

  return (
    <>
      <tr data-tool={name}>
        <td className="mono">
          <span className="tool-name" title={name}>
            {name}
          </span>
        </td>
        <td data-value={tool.calls}>{figure('calls', 'Calls', formatCount(tool.calls))}</td>
        <td data-value={tool.failed} className={tool.failed > tool.calls * OFTEN ? 'bad' : undefined}>
          {figure('failed', 'Failed calls', tool.failed === 0 ? '–' : percent(tool.failed, tool.calls))}
        </td>
        <td className="optional" data-value={tool.p50 ?? ''}>
          {figure('slow', 'Time of half the calls', timeOf(tool.p50))}
        </td>
        <td className="optional" data-value={tool.p95 ?? ''}>
          {figure('slow', 'Time of 95 in 100 calls', timeOf(tool.p95))}
        </td>
        <td className="optional" data-value={tool.resultTokens}>
          {figure('costly', 'Tokens of the results', formatTokens(tool.resultTokens))}
        </td>
        <td data-value={tool.costUsd ?? ''}>{figure('costly', 'Cost of the results', formatCost(tool.costUsd))}</td>
        <td className="optional">
          <Trend counts={tool.trend} />
        </td>
      </tr>
      {open && evidence && (
        <tr className="tool-places" data-places={open}>
          <td colSpan={COLUMNS}>
            <b>{NAMES[open]}</b>
            <Places evidence={evidence} />
          </td>
        </tr>
      )}
    </>
  );
}
