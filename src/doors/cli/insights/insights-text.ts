import { amount, grouped } from '../../../core/text/amount.ts';
import { shortTime } from '../../../core/text/short-time.ts';
import { wrapText } from '../../../core/text/text-layout.ts';
import { type EvidenceRow, type Finding, placeOf } from '../../../machine/insights/finding.ts';
import type { Insights } from '../../../machine/insights/insights.ts';
import type { ToolInsight } from '../../../machine/insights/tool-table.ts';
import type { OutcomeInsights } from '../../../machine/outcome/outcome.ts';
import { ruleWidth, type Screen } from '../screen.ts';
import { type Column, noteBelow, renderTable } from '../table.ts';
import { terminalLine } from '../terminal-text.ts';
import { dollars, shortCount } from '../usage/amounts.ts';
import { outcomeText } from './outcome-text.ts';

/** Fewer sessions say little. */
const FEW_SESSIONS = 20;
const SHOWN_PLACES = 3;
const SHOWN_TOOLS = 12;
const INDENT = '  ';

/** The findings, each with its first places, and the tools. */
export function insightsText(insights: Insights & OutcomeInsights, screen: Screen, period: string): string {
  const { of, findings, tools } = insights;
  const { style } = screen;
  const cost = of.costUsd === null ? '' : `, ${dollars(of.costUsd)}`;
  const parts = [style.bold(`${amount(of.sessions, 'session')}${period === '' ? '' : ` ${period}`}${cost}`)];
  if (of.sessions < FEW_SESSIONS) parts.push(style.dim(`fewer than ${FEW_SESSIONS} sessions: too few to say much`));
  if (findings.length === 0) parts.push('no rule found anything');
  for (const finding of findings) parts.push(`\n${findingText(finding, screen)}`);
  if (tools.length > 0) parts.push(`\n${toolsText(tools, screen)}`);
  const outcome = outcomeText(insights, screen);
  if (outcome !== '') parts.push(`\n${outcome}`);
  return `${parts.join('\n')}\n`;
}

function findingText({ severity, title, text, evidence, action }: Finding, screen: Screen): string {
  const { style } = screen;
  const paint = { high: style.failure, medium: style.warning, low: style.dim }[severity];
  const wrapped = (words: string) =>
    wrapText(terminalLine(words), ruleWidth(screen) - INDENT.length).map((line) => INDENT + line);
  const rows = evidence.rows.slice(0, SHOWN_PLACES).map((row) => style.dim(placeText(row)));
  const rest = evidence.total - rows.length;
  return [
    `${paint(severity.padEnd(6))} ${style.bold(terminalLine(title))}`,
    ...wrapped(text),
    ...(action === undefined ? [] : wrapped(action).map(style.accent)),
    ...rows,
    ...(rest > 0 ? [style.dim(`${INDENT}… and ${grouped(rest)} more; --json has their places`)] : []),
  ].join('\n');
}

/** The place is whole: it is meant to be copied. */
function placeText(row: EvidenceRow): string {
  return `${INDENT}${terminalLine(placeOf(row))}  ${terminalLine(row.text)}`.trimEnd();
}

function toolsText(tools: readonly ToolInsight[], screen: Screen): string {
  const table = renderTable(tools.slice(0, SHOWN_TOOLS), TOOL_COLUMNS, screen);
  const rest = tools.length - SHOWN_TOOLS;
  const note = 'cost: what the results cost in all later requests, estimated';
  return [table, '', noteBelow(rest > 0 ? `… and ${rest} more tools; ${note}` : note, screen)].join('\n');
}

const TOOL_COLUMNS: readonly Column<ToolInsight>[] = [
  { title: 'tool', text: ({ name }) => name, least: 12, isName: true },
  { title: 'calls', text: ({ calls }) => grouped(calls), isCount: true },
  { title: 'failed', text: ({ failed, calls }) => (failed === 0 ? '-' : shareText(failed, calls)), isCount: true },
  { title: 'half in', text: ({ p50 }) => shortTime(p50, '-'), isCount: true, drop: 2 },
  { title: '95% in', text: ({ p95 }) => shortTime(p95, '-'), isCount: true, drop: 3 },
  { title: 'results', text: ({ resultTokens }) => shortCount(resultTokens), isCount: true, drop: 1 },
  { title: 'cost', text: ({ costUsd }) => (costUsd === null ? '?' : dollars(costUsd)), isCount: true },
];

function shareText(part: number, whole: number): string {
  return `${grouped(part)} (${Math.round((part / whole) * 100)}%)`;
}
