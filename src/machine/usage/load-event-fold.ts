import type { AgentStore } from '../sessions/store.ts';
import type { MakeOtherFold } from './detect-fold.ts';

/** The count by events, where an agent that was handed in needs it. It brings every dialect: mostly nobody does. */
export async function loadEventFold(agents: readonly AgentStore[] | undefined): Promise<MakeOtherFold | undefined> {
  if (!agents?.some(({ wires }) => wires)) return undefined;
  const { createEventFold } = await import('./scan-events.ts');
  return (context) => createEventFold(context, agents);
}
