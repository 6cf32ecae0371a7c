import type { ReactElement } from 'react';
import type { PlanStep } from './plan-changes.ts';
import { type LookProps, Root } from './root.tsx';
import { PlanBlock } from './rows/plan.tsx';

/** Properties of `<Plan>`. */
export interface PlanProps extends LookProps {
  steps: readonly PlanStep[];
}

/** A plan of the agent: what is done, what it does now, what is open. */
export function Plan({ steps, ...look }: PlanProps): ReactElement {
  return (
    <Root {...look}>
      <PlanBlock block={{ type: 'plan', items: [...steps] }} />
    </Root>
  );
}
