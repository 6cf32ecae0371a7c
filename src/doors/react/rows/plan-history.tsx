import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { Row } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount, plural } from '../../format/figures.ts';
import { formatClock } from '../../format/times.ts';
import { sessionUrl } from '../../router.ts';
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

/** The history of a plan: each earlier one in this session, with what it changed. */
export function PlanHistory({ row }: { row: Row }) {
  const { store } = useThreadView();
  const places = plansBefore(store.fold.kinds, row.row);
  const key = `${store.key} ${store.fold.reading} ${places.join(' ')}`;
  const { value, error } = useAnswer(key, () => Promise.all(places.map(rowAt)));

  async function rowAt(place: number): Promise<Row[]> {
    const held = store.fold.rows.get(place);
    return held ? [held] : (await api.rows(store.key, place, 1)).rows;
  }

  if (error !== undefined) return <p className="note">The plans before it could not be read ({error}).</p>;
  if (!value) return <p className="note">Reading the plans before it …</p>;
  return (
    <ol className="plan-history" aria-label="How the plan changed">
      {[...value.flat(), row].map((plan, index, all) => (
        <li key={plan.row}>
          <a className="text-link num" href={`${sessionUrl(store.key)}#m=${encodeURIComponent(plan.id)}`}>
            {plan.time === undefined ? `row ${plan.row + 1}` : formatClock(plan.time)}
          </a>
          <Changes before={all[index - 1]} plan={plan} />
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
