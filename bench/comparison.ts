/** What one run of the bench said of one check. */
export interface CheckFigure {
  /** The target and the name of the check: the same check has the same name in both trees. */
  name: string;
  value: number;
  unit: string;
  /** A bound of the kind `at least` is of a speed, `at most` of a cost. */
  isSpeed: boolean;
}

export type Verdict = 'ok' | 'faster' | 'FAIL' | 'too noisy' | 'memory' | 'only before' | 'only after';

/** One check in both trees. */
export interface ComparedCheck {
  name: string;
  unit: string;
  before: number | undefined;
  after: number | undefined;
  /** How much more the tree after costs: 1.05 is five percent more. Undefined where only one tree has the check. */
  cost: number | undefined;
  /** How far the runs of one tree lie apart, as a share of their median. */
  spread: number;
  verdict: Verdict;
}

/** More than this is a FAIL. */
const MOST_COST = 1.05;
/** The bench prints two digits, so what both trees print may be a hundredth apart by that alone, in either direction. */
const ROUNDING = 0.02;
const READING = /^target (\S+) (.+): (-?[\d.]+)(\D*) \((at least|at most) .*\) (?:pass|FAIL|too noisy|too small)$/;

/** The figures that a run of the bench printed; a check that was skipped has none. */
export function parseFigures(output: string): CheckFigure[] {
  return output.split('\n').flatMap((line) => {
    const [, target, name, value, unit = '', bound] = READING.exec(line) ?? [];
    if (target === undefined) return [];
    return [{ name: `${target} ${name}`, value: Number(value), unit, isSpeed: bound === 'at least' }];
  });
}

/** Compares the runs of two trees, check by check, in the order in which the tree after has them. */
export function compareRuns(
  before: readonly (readonly CheckFigure[])[],
  after: readonly (readonly CheckFigure[])[],
): ComparedCheck[] {
  const old = figuresByName(before);
  const young = figuresByName(after);
  return [...new Set([...young.keys(), ...old.keys()])].map((name) => compare(name, old.get(name), young.get(name)));
}

function figuresByName(runs: readonly (readonly CheckFigure[])[]): Map<string, CheckFigure[]> {
  const byName = new Map<string, CheckFigure[]>();
  for (const figure of runs.flat()) byName.set(figure.name, [...(byName.get(figure.name) ?? []), figure]);
  return byName;
}

function compare(name: string, before: CheckFigure[] = [], after: CheckFigure[] = []): ComparedCheck {
  const [first] = [...after, ...before];
  const unit = first?.unit ?? '';
  const [old, young] = [median(before), median(after)];
  const spread = Math.max(spreadOf(before), spreadOf(after));
  const shared = { name, unit, before: old, after: young, spread };
  if (old === undefined) return { ...shared, cost: undefined, verdict: 'only after' };
  if (young === undefined) return { ...shared, cost: undefined, verdict: 'only before' };
  const cost = first?.isSpeed ? old / young : young / old;
  return { ...shared, cost, verdict: verdictOf(cost, spread, unit) };
}

/** Only CPU time is judged: memory is shown, and has bounds of its own. */
function verdictOf(cost: number, spread: number, unit: string): Verdict {
  if (unit !== 'x') return 'memory';
  const distance = Math.abs(cost - 1);
  if (cost > MOST_COST) return spread > distance ? 'too noisy' : 'FAIL';
  return cost < 1 / MOST_COST && spread <= distance ? 'faster' : 'ok';
}

/** The middle one; of an even number the mean of the two in the middle. */
export function median(figures: readonly { value: number }[]): number | undefined {
  const values = figures.map(({ value }) => value).sort((a, b) => a - b);
  const [low, high] = [values[Math.floor((values.length - 1) / 2)], values[Math.floor(values.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** From the least to the greatest, rounding included. One run alone says nothing of it. */
function spreadOf(figures: readonly CheckFigure[]): number {
  const middle = Math.abs(median(figures) ?? 0);
  if (middle === 0) return 0;
  const values = figures.map(({ value }) => value);
  return (Math.max(...values) - Math.min(...values) + ROUNDING) / middle;
}

/** A line for each check, and one for its heading. */
export function comparisonTable(checks: readonly ComparedCheck[]): string {
  const heading = ['target', 'before', 'after', 'cost', 'spread', 'verdict'];
  const rows = checks.map(({ name, unit, before, after, cost, spread, verdict }) => [
    name,
    figure(before, unit),
    figure(after, unit),
    figure(cost, 'x'),
    `${(spread * 100).toFixed(0)} %`,
    verdict,
  ]);
  const widths = heading.map((_, column) => Math.max(...[heading, ...rows].map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 || column === heading.length - 1
      ? cell.padEnd(widths[column] ?? 0)
      : cell.padStart(widths[column] ?? 0);
  return [heading, ...rows].map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

function figure(value: number | undefined, unit: string): string {
  return value === undefined ? '-' : `${value.toFixed(2)}${unit}`;
}
