import { PlanChanges, whenOf } from '../../../src/doors/react/rows/plan-history.tsx';
import type { Row } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatClock } from '../../format/times.ts';
import { sessionUrl } from '../../router.ts';
import { useViewerThread } from '../viewer-thread.ts';

/** How a plan changed. Plans that the page does not hold are fetched. */
export function FetchedPlans({ row, places }: { row: Row; places: readonly number[] }) {
  const { store } = useViewerThread();
  const key = `${store.key} ${store.fold.reading} ${places.join(' ')}`;
  const { value, error } = useAnswer(key, () => Promise.all(places.map(rowAt)));

  async function rowAt(place: number): Promise<Row[]> {
    const held = store.fold.rows.get(place);
    return held ? [held] : (await api.rows(store.key, place, 1)).rows;
  }

  if (error !== undefined) return <p className="note">The plans before it could not be read ({error}).</p>;
  if (!value) return <p className="note">Reading the plans before it …</p>;
  const linkTo = (plan: Row) => (
    <a className="text-link num" href={`${sessionUrl(store.key)}#m=${encodeURIComponent(plan.id)}`}>
      {whenOf(plan, formatClock)}
    </a>
  );
  return <PlanChanges plans={[...value.flat(), row]} nameOf={linkTo} />;
}
