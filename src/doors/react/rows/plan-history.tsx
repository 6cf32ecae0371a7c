import type { ReactNode } from 'react';
import { visibleLine } from '../../../core/text/visible-text.ts';
import type { Row } from '../../../core/writers/rows/row.ts';
import { formatCount, plural } from '../format/figures.ts';
import { type PlanChange, type PlanStep, planChanges } from '../plan-changes.ts';
import { useThreadView } from '../thread-view.ts';

/** The number of earlier plans that are compared. */
const MAX_PLANS = 20;
/** The number of changes that are listed for each plan. */
const MAX_CHANGES = 50;
const words: Readonly<Record<PlanChange['what'], string>> = {
  done: 'done',
  doing: 'begun',
  open: 'open again',
  added: 'added',
  removed: 'removed',
};

/** The history of a plan: each earlier one of this session that is held, with what it changed. */
export function PlanHistory({ row }: { row: Row }) {
  const { kinds, rowAt, formatTime, slots } = useThreadView();
  const places = plansBefore(kinds(), row.row);
  const { PlanHistory: Own } = slots;
  if (Own) return <Own row={row} places={places} />;
  const plans = places.flatMap((place) => rowAt(place) ?? []);
  return (
    <PlanChanges plans={[...plans, row]} nameOf={(plan) => <span className="num">{whenOf(plan, formatTime)}</span>} />
  );
}

/** The time of a plan, or its row. */
export function whenOf(plan: Row, formatTime: (time: number) => string): string {
  return plan.time === undefined ? `row ${plan.row + 1}` : formatTime(plan.time);
}

/** What each of these plans changed in the one before. */
export function PlanChanges({ plans, nameOf }: { plans: readonly Row[]; nameOf: (plan: Row) => ReactNode }) {
  return (
    <ol className="plan-history" aria-label="How the plan changed">
      {plans.map((plan, index) => (
        <li key={plan.row}>
          {nameOf(plan)}
          <Changes before={plans[index - 1]} plan={plan} />
        </li>
      ))}
    </ol>
  );
}

function Changes({ before, plan }: { before: Row | undefined; plan: Row }) {
  if (!before) return <span>{plural(stepsOf(plan).length, 'step')}</span>;
  const changes = planChanges(stepsOf(before), stepsOf(plan));
  if (changes.length === 0) return <span>nothing changed</span>;
  return (
    <ul>
      {changes.slice(0, MAX_CHANGES).map(({ what, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps of a plan may say the same
        <li key={index} className={what}>
          <b>{words[what]}</b> {visibleLine(text)}
        </li>
      ))}
      {changes.length > MAX_CHANGES && <li>and {formatCount(changes.length - MAX_CHANGES)} more</li>}
    </ul>
  );
}

/** True if the session has a plan before this row. The outline tells the kinds of all rows, loaded or not. */
export function hasPlanBefore(kinds: readonly Row['kind'][], row: number): boolean {
  return row > 0 && kinds.lastIndexOf('plan', row - 1) !== -1;
}

/** The rows of the last plans before this one, in order. */
function plansBefore(kinds: readonly Row['kind'][], row: number): number[] {
  const places: number[] = [];
  for (let place = row - 1; place >= 0 && places.length < MAX_PLANS; place -= 1) {
    if (kinds[place] === 'plan') places.push(place);
  }
  return places.reverse();
}

function stepsOf(row: Row): PlanStep[] {
  return row.blocks.flatMap((block) => (block.type === 'plan' ? block.items : []));
}
