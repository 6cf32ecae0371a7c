import type { RowBlock } from '../../core/writers/rows/row.ts';

/** A step of a plan. */
export type PlanStep = Extract<RowBlock, { type: 'plan' }>['items'][number];

/** The change of a step between two plans. */
export interface PlanChange {
  what: PlanStep['state'] | 'added' | 'removed';
  text: string;
}

/** The difference between a plan and the one before. Steps match by their text, and equal texts by their order. */
export function planChanges(before: readonly PlanStep[], after: readonly PlanStep[]): PlanChange[] {
  const left = new Map<string, PlanStep['state'][]>();
  for (const { text, state } of before.toReversed()) {
    const same = left.get(text) ?? [];
    left.set(text, same);
    same.push(state);
  }
  const changes: PlanChange[] = [];
  for (const { text, state } of after) {
    const was = left.get(text)?.pop();
    if (was === undefined) changes.push({ what: 'added', text });
    if (was === undefined ? state !== 'open' : was !== state) changes.push({ what: state, text });
  }
  for (const [text, states] of left) for (const _ of states) changes.push({ what: 'removed', text });
  return changes;
}
