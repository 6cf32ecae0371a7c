import type { AgentVocabulary } from '../../core/messages/vocabularies/registry.ts';
import { joinWords } from '../../core/tools/shell-words.ts';
import type { AgentWires } from '../../core/wires/registry.ts';
import type { AgentDriverEntry } from '../../machine/run/index.ts';
import { agentDrivers } from '../../machine/run/index.ts';
import type { AgentStore } from '../../machine/sessions/index.ts';

/** An agent with all its parts: what it writes, what its tools are called, where it keeps sessions, how it is run. */
export type Agent = AgentWires & AgentVocabulary & AgentStore & AgentDriverEntry;

/** What every command works with. */
export interface CliContext {
  /** The agents that are known; by default those of each layer's own registry. */
  agents?: readonly Agent[] | undefined;
}

/** The same for commands that look for sessions; where no homes are named, each agent's own are looked through. */
export interface HomesContext extends CliContext {
  homes?: readonly string[] | undefined;
}

/** What to type to go on with a thread; undefined for an agent that cannot be run. An id comes from a file, and may be anything. */
export function resumeCommand(name: string | undefined, id: string, { agents }: CliContext = {}): string | undefined {
  const entry = entryOf(name, agents);
  return entry && joinWords(entry.driver.resumeCommand(id));
}

/** What people call an agent. */
export function agentTitle(name: string | undefined, { agents }: CliContext = {}): string | undefined {
  return entryOf(name, agents)?.title ?? name;
}

/** How an agent is run; undefined where it cannot be. */
export function entryOf(name: string | undefined, agents: readonly AgentDriverEntry[] = agentDrivers) {
  return agents.find((entry) => entry.name === name);
}
