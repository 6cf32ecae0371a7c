import { amount, grouped } from '../../../core/text/amount.ts';
import { shortTime } from '../../../core/text/short-time.ts';
import { testsWords } from '../../../core/text/tests-words.ts';
import { type ComparedFigure, type Comparison, type Side, sides } from '../../../machine/compare/compare-sessions.ts';
import type { StepRow } from '../../../machine/compare/compare-steps.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { terminalLine } from '../terminal-text.ts';
import { dollars, shortCount } from '../usage/amounts.ts';

const NAMES: Readonly<Record<ComparedFigure['name'], string>> = {
  ms: 'time',
  costUsd: 'cost',
  tokens: 'tokens',
  requests: 'requests',
  calls: 'calls',
  failed: 'failed calls',
  files: 'files changed',
  added: 'lines added',
  removed: 'lines removed',
  prompts: 'prompts',
};

/** Heads, figures and steps. Without `all`, runs of equal steps are one line. */
export function comparisonText(found: Comparison, screen: Screen, all: boolean): string {
  const { style } = screen;
  const used = sides.slice(0, found.heads.length);
  const heads = found.heads.map(({ side, agent, id, title }) =>
    terminalLine(`${side.toUpperCase()}  ${agent}:${id}  ${title}`),
  );
  const columns: readonly Column<FigureRow>[] = [
    { title: '', text: ({ name }) => name, isName: true },
    ...used.map((side) => ({ title: side.toUpperCase(), text: (row: FigureRow) => row[side] ?? '', isCount: true })),
  ];
  const { counts, steps } = found;
  const alone = used.map((side) => `${counts[side]} only ${side.toUpperCase()}`).join(', ');
  const sum = `${amount(steps.length, 'step')}: ${counts.same} equal, ${counts.differs} different, ${alone}`;
  return `${[
    ...heads,
    ...warnings(found).map((line) => style.warning(line)),
    '',
    renderTable(figureRows(found, used), columns, screen),
    ...(found.figures.some(({ better }) => better) ? [style.dim('* the better figure')] : []),
    '',
    style.bold(sum),
    ...stepLines(steps, used, screen, all),
    ...(found.cut ? [style.dim('… more steps are not compared')] : []),
  ].join('\n')}\n`;
}

function warnings({ same }: Comparison): string[] {
  return [
    ...(same.prompt ? [] : ['their first prompts differ']),
    ...(same.commit === false ? ['they began on different commits: the figures do not compare'] : []),
  ];
}

type FigureRow = { name: string } & Partial<Record<Side, string>>;

/** One for each figure; how the tests ended comes first, if any session ran some. */
function figureRows({ tests, figures }: Comparison, used: readonly Side[]): FigureRow[] {
  const rowOf = (name: string, text: (side: Side) => string): FigureRow => ({
    name,
    ...Object.fromEntries(used.map((side) => [side, text(side)])),
  });
  const rows = figures.map((figure) =>
    rowOf(NAMES[figure.name], (side) => `${valueText(figure, side)}${figure.better === side ? ' *' : '  '}`),
  );
  if (used.every((side) => !tests[side])) return rows;
  const tested = rowOf('tests', (side) => `${tests[side] ? testsWords(tests[side]) : '-'}  `);
  return [tested, ...rows];
}

function valueText(figure: ComparedFigure, side: Side): string {
  const value = figure[side];
  if (value === null || value === undefined) return '-';
  if (figure.name === 'ms') return shortTime(value, '-');
  if (figure.name === 'costUsd') return dollars(value);
  return figure.name === 'tokens' ? shortCount(value) : grouped(value);
}

const MARKS = { same: '=', differs: '~', a: 'A', b: 'B', c: 'C' } as const;

function stepLines(steps: readonly StepRow[], used: readonly Side[], { style }: Screen, all: boolean): string[] {
  const lines: string[] = [];
  let equal = 0;
  const tellEqual = () => {
    if (equal > 0) lines.push(style.dim(`=  ${amount(equal, 'equal step')}`));
    equal = 0;
  };
  for (const row of steps) {
    if (row.kind === 'same' && !all) {
      equal += 1;
      continue;
    }
    tellEqual();
    const texts = [...new Set(used.flatMap((side) => (row[side] ? [stepText(row[side])] : [])))];
    const why = row.why === undefined || row.kind === 'same' ? '' : ` (${row.why})`;
    const line = `${MARKS[row.kind]}  ${terminalLine(texts.join('  |  ') + why)}`;
    lines.push(row.kind === 'same' ? style.dim(line) : line);
  }
  tellEqual();
  return lines;
}

function stepText({ tool, what, failed, count }: NonNullable<StepRow['a']>): string {
  const times = count > 1 ? ` ×${count}` : '';
  return `${tool === 'prompt' ? '»' : tool} ${what}${times}${failed ? ' failed' : ''}`;
}
