import type { AgentStore } from '../sessions/store.ts';
import type { MakeOtherFold } from './detect-fold.ts';

/** Loads the count by events, for agents without a scan of their own. It brings every wire, so it is loaded late. */
export async function loadEventFold(agents: readonly AgentStore[] | undefined): Promise<MakeOtherFold> {
  const { createEventFold } = await import('./scan-events.ts');
  return (context) => createEventFold(context, agents);
}
