import type { AgentStore } from '../sessions/store.ts';
import { type MakeOtherFold, needsEvents } from './detect-fold.ts';

/** Loads the count by events, if a given agent or a file needs it. It brings every wire, which mostly nobody needs. */
export async function loadEventFold(
  agents: readonly AgentStore[] | undefined,
  files: readonly { agent?: string | undefined }[],
): Promise<MakeOtherFold | undefined> {
  if (!agents?.some(({ wires }) => wires) && !files.some(needsEvents)) return undefined;
  const { createEventFold } = await import('./scan-events.ts');
  return (context) => createEventFold(context, agents);
}
