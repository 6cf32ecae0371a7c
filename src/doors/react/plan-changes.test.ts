import { expect, it } from 'vitest';
import { type PlanStep, planChanges } from './plan-changes.ts';

const step = (text: string, state: PlanStep['state'] = 'open'): PlanStep => ({ text, state });
const words = (before: PlanStep[], after: PlanStep[]) =>
  planChanges(before, after).map(({ what, text }) => `${what} ${text}`);

it('says which steps are done, begun, open again, added and removed', () => {
  const before = [step('a', 'doing'), step('b'), step('c', 'done'), step('d')];
  const after = [step('a', 'done'), step('b', 'doing'), step('c'), step('e')];
  expect(words(before, after)).toEqual(['done a', 'doing b', 'open c', 'added e', 'removed d']);
  expect(words(after, after)).toEqual([]);
  expect(words([], [step('a', 'doing'), step('b')])).toEqual(['added a', 'doing a', 'added b']);
});

it('takes steps that moved for the same, and tells those apart that say the same', () => {
  expect(words([step('a'), step('b')], [step('b'), step('a')])).toEqual([]);
  expect(words([step('a', 'done'), step('a')], [step('a', 'done'), step('a', 'done')])).toEqual(['done a']);
  expect(words([step('a'), step('a')], [step('a')])).toEqual(['removed a']);
  expect(words([step('__proto__')], [step('constructor')])).toEqual(['added constructor', 'removed __proto__']);
});
