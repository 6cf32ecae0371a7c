import { grouped } from '../../../core/text/amount.ts';
import type { CommitInsight, OutcomeInsights, OutcomeKind } from '../../../machine/outcome/outcome.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { dollars } from '../usage/amounts.ts';

const SHOWN_COMMITS = 8;

const WORDS: Readonly<Record<OutcomeKind, string>> = {
  committed: 'committed as written',
  edited: 'committed in part, or after edits',
  dropped: 'changed files, none kept',
  failed: 'failed',
  asked: 'edited no file',
  unknown: 'not known: no repository',
};

/** What became of the money, and the newest commits that have lines of sessions; nothing where no repository was found. */
export function outcomeText(insights: OutcomeInsights, screen: Screen): string {
  const { commits, commitsTotal } = insights;
  const rows = outcomeRows(insights);
  if (!rows.some(({ kind }) => kind === 'committed' || kind === 'edited' || kind === 'dropped')) return '';
  const parts = [renderTable(rows, OUTCOME_COLUMNS, screen)];
  if (commits.length > 0) parts.push('', renderTable(commits.slice(0, SHOWN_COMMITS), COMMIT_COLUMNS, screen));
  const rest = commitsTotal - SHOWN_COMMITS;
  if (rest > 0) parts.push('', screen.style.dim(`… and ${grouped(rest)} older commits; --json has them`));
  return parts.join('\n');
}

interface OutcomeRow {
  kind: OutcomeKind;
  sessions: number;
  usd: number;
}

function outcomeRows({ outcome, outcomeSessions }: OutcomeInsights): OutcomeRow[] {
  const kinds: readonly OutcomeKind[] = ['committed', 'edited', 'dropped', 'failed', 'asked', 'unknown'];
  const rows = kinds.map((kind) => ({ kind, sessions: outcomeSessions[kind].total, usd: outcome[kind] }));
  return rows.filter(({ sessions }) => sessions > 0);
}

const OUTCOME_COLUMNS: readonly Column<OutcomeRow>[] = [
  { title: 'what became of it', text: ({ kind }) => WORDS[kind], least: 20, isName: true },
  { title: 'sessions', text: ({ sessions }) => grouped(sessions), isCount: true },
  { title: 'cost', text: ({ usd }) => dollars(usd), isCount: true },
];

const COMMIT_COLUMNS: readonly Column<CommitInsight>[] = [
  { title: 'commit', text: ({ hash, title }) => `${hash.slice(0, 7)} ${title}`, least: 20, isName: true },
  { title: 'lines', text: ({ lines, added }) => `${grouped(lines)} of ${grouped(added)}`, isCount: true, drop: 1 },
  { title: 'cost', text: ({ costUsd }) => (costUsd === null ? '?' : dollars(costUsd)), isCount: true },
];
