import { parseTime } from '../../thread/time.ts';
import type { Step, StepThread } from '../steps/step.ts';

/** The steps of a thread and of all its sub-agents, by their times. Steps without one stay behind the step before. */
export function flatSteps(thread: StepThread): Step[] {
  const timed: { step: Step; time: number; order: number }[] = [];
  const add = ({ steps, agents }: StepThread) => {
    let last = Number.NEGATIVE_INFINITY;
    for (const step of steps) {
      last = Math.max(last, parseTime(step.timestamp) ?? last);
      timed.push({ step, time: last, order: timed.length });
    }
    for (const agent of agents) add(agent);
  };
  add(thread);
  // A difference of two endless times is no number.
  return timed
    .sort((one, other) => (one.time === other.time ? one.order - other.order : one.time < other.time ? -1 : 1))
    .map(({ step }) => step);
}

/** The steps of sub-agents, at any depth. */
export function sideSteps({ agents }: StepThread): Set<Step> {
  const found = new Set<Step>();
  const add = (thread: StepThread) => {
    for (const step of thread.steps) found.add(step);
    for (const agent of thread.agents) add(agent);
  };
  for (const agent of agents) add(agent);
  return found;
}
