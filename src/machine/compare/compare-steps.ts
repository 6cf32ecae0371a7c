import { align } from './align.ts';
import type { Side } from './compare-sessions.ts';
import type { ComparedStep, KeyedStep } from './compared-session.ts';

/** Steps of the sessions that belong together. */
export type StepRow = {
  /** `same`: all did it, with the same result; `differs`: more than one did it, or nearly; else who alone did it. */
  kind: 'same' | 'differs' | Side;
  /** What is equal, or what differs. */
  why?: string;
} & Partial<Record<Side, ComparedStep>>;

/** Aligns the steps of each session with those of the first one. */
export function compareSteps(all: readonly (readonly KeyedStep[])[]): StepRow[] {
  const [first = [], ...others] = all;
  const partners = others.map((steps) => partnersOf(first, steps));
  /** The next step of each other session that is not told yet. */
  const next = others.map(() => 0);
  const rows: StepRow[] = [];

  /** Tells the steps of another session up to a place that stand alone. */
  function tellAlone(which: number, until: number): void {
    for (; (next[which] ?? 0) < until; next[which] = (next[which] ?? 0) + 1) {
      const step = others[which]?.[next[which] ?? 0];
      if (step) rows.push(rowOf([undefined, ...others.map((_, index) => (index === which ? step : undefined))]));
    }
  }

  for (const [place, step] of first.entries()) {
    const matched = partners.map((found, which) => {
      const partner = found.get(place);
      if (partner !== undefined) tellAlone(which, partner);
      if (partner !== undefined) next[which] = partner + 1;
      return partner === undefined ? undefined : others[which]?.[partner];
    });
    rows.push(rowOf([step, ...matched]));
  }
  for (const which of others.keys()) tellAlone(which, others[which]?.length ?? 0);
  return rows;
}

/** Equal calls first; between them, calls on the same file or of the same program. */
function partnersOf(one: readonly KeyedStep[], other: readonly KeyedStep[]): Map<number, number> {
  const partners = new Map<number, number>();
  const equal = align(keysOf(one), keysOf(other));
  let [from, start] = [0, 0];
  for (const [place, found] of [...equal, [one.length, other.length] as const]) {
    const near = align(alikeOf(one.slice(from, place)), alikeOf(other.slice(start, found)));
    for (const [left, right] of near) partners.set(from + left, start + right);
    if (place < one.length) partners.set(place, found);
    [from, start] = [place + 1, found + 1];
  }
  return partners;
}

const keysOf = (steps: readonly KeyedStep[]) => steps.map(({ tool, key }) => `${tool} ${key}`);
const alikeOf = (steps: readonly KeyedStep[]) => steps.map(({ alike }) => alike);

function rowOf(steps: readonly (KeyedStep | undefined)[]): StepRow {
  const row: StepRow = { kind: kindOf(steps) };
  for (const [index, step] of steps.entries()) {
    if (!step) continue;
    const { key: _key, alike: _alike, result: _result, ...told } = step;
    row[(['a', 'b', 'c'] as const)[index] ?? 'c'] = told;
  }
  const why = whyOf(
    steps.filter((step) => step !== undefined),
    steps.length,
  );
  return why === undefined ? row : { ...row, why };
}

function kindOf(steps: readonly (KeyedStep | undefined)[]): StepRow['kind'] {
  const present = steps.filter((step) => step !== undefined);
  if (present.length === 1) return (['a', 'b', 'c'] as const)[steps.findIndex((step) => step !== undefined)] ?? 'c';
  const isWhole = present.length === steps.length;
  return isWhole && areEqual(present, ({ key }) => key) && areEqual(present, ends) ? 'same' : 'differs';
}

const ends = ({ result = '', failed, count }: KeyedStep) => `${failed} ${count} ${result}`;

function areEqual(steps: readonly KeyedStep[], of: (step: KeyedStep) => unknown): boolean {
  return steps.every((step) => of(step) === of(steps[0] ?? step));
}

function whyOf(steps: readonly KeyedStep[], sessions: number): string | undefined {
  const [first] = steps;
  if (!first || steps.length === 1) return undefined;
  const isCall = first.tool !== 'prompt';
  if (!areEqual(steps, ({ key }) => key)) {
    if (!isCall) return 'other words';
    return areEqual(steps, ({ result }) => result) ? 'other call, same result' : 'other input';
  }
  if (!areEqual(steps, ({ failed }) => failed)) return 'one failed';
  if (!areEqual(steps, ({ count }) => count)) return `${steps.map(({ count }) => count).join(' and ')} times`;
  if (!areEqual(steps, ({ result }) => result)) return 'other result';
  if (steps.length < sessions) return 'not in all';
  return isCall ? 'same result' : 'same prompt';
}
