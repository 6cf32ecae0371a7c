import type { AgentStore } from '../sessions/store.ts';
import { agentStores } from '../sessions/stores/registry.ts';
import { type MakeOtherFold, scannedAgents } from './detect-fold.ts';
import type { ReadFile } from './read-file.ts';

/** Loads the count by events, if an agent of these files needs it. It brings every wire, which mostly nobody needs. */
export async function loadEventFold(
  agents: readonly AgentStore[] | undefined,
  files: Iterable<string | ReadFile>,
): Promise<MakeOtherFold | undefined> {
  const isGiven = agents?.some(({ wires }) => wires) === true;
  if (!isGiven && !hasUnscanned(files, agents)) return undefined;
  const { createEventFold } = await import('./scan-events.ts');
  return (context) => createEventFold(context, agents);
}

/** True if no scan of bytes knows the lines of some file, as far as its agent or its path tells. */
function hasUnscanned(files: Iterable<string | ReadFile>, agents: readonly AgentStore[] = agentStores): boolean {
  for (const file of files) {
    const path = typeof file === 'string' ? file : file.path;
    const known = typeof file === 'string' ? undefined : file.agent;
    const agent = known ?? agents.find(({ store }) => store.identify(path))?.name;
    if (agent === undefined || !scannedAgents.has(agent)) return true;
  }
  return false;
}
