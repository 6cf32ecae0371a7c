import type { WriterOptions } from '../writer.ts';
import type { Step, StepThread, SubAgent } from './step.ts';
import { createTurnNumbers } from './turn-numbers.ts';

type Wanted = Pick<WriterOptions, 'tools' | 'reasoning' | 'turns'>;

/** True if options leave something out. */
export function isPartial({ tools, reasoning, turns }: Wanted): boolean {
  return tools === false || reasoning === false || turns !== undefined;
}

/** The thread without what options leave out, as messages are without it. Turns are those of the thread itself. */
export function wantedThread(thread: StepThread, wanted: Wanted): StepThread {
  return isPartial(wanted) ? partOf(thread, wanted) : thread;
}

function partOf(thread: StepThread, wanted: Wanted): StepThread {
  const isInTurn = createTurnNumbers(wanted.turns);
  const inTurns = thread.steps.filter((step) => isInTurn(step));
  const steps = inTurns.flatMap((step) => spoken(step, wanted));
  // The work of a sub-agent belongs to the call that started it.
  const calls = new Set(steps.flatMap(callsIn));
  const isStarted = ({ parentItemId }: SubAgent) => wanted.turns === undefined || calls.has(parentItemId);
  const agents = wanted.tools === false ? [] : thread.agents.filter(isStarted);
  const inner = { tools: wanted.tools, reasoning: wanted.reasoning };
  return {
    head: thread.head,
    steps,
    agents: agents.map((agent) => ({ ...partOf(agent, inner), parentItemId: agent.parentItemId })),
    // What belongs to no step belongs to no turn that could be chosen.
    uncounted: wanted.turns === undefined ? thread.uncounted : [],
  };
}

/** The step without unwanted parts. None if nothing is left of it. */
function spoken(step: Step, { tools, reasoning }: Wanted): Step[] {
  if (step.source !== 'agent') return [step];
  const parts = step.parts.filter(({ type }) => {
    if (type === 'reasoning') return reasoning !== false;
    return type === 'text' || tools !== false;
  });
  if (parts.length === step.parts.length) return [step];
  return parts.length === 0 ? [] : [{ ...step, parts }];
}

/** The items of a step's calls. */
function callsIn(step: Step): string[] {
  return step.source === 'agent' ? step.parts.flatMap((part) => (part.type === 'call' ? part.itemId : [])) : [];
}
