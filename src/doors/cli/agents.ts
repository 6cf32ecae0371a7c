import type { AgentVocabulary } from '../../core/messages/vocabularies/registry.ts';
import { joinWords } from '../../core/tools/shell-words.ts';
import type { AgentWires } from '../../core/wires/registry.ts';
import type { AgentDriverEntry } from '../../machine/run/index.ts';
import { agentDrivers } from '../../machine/run/index.ts';
import type { AgentStore } from '../../machine/sessions/index.ts';

/** An agent with all its parts: its wires, the names of its tools, its store, and its driver. */
export type Agent = AgentWires & AgentVocabulary & AgentStore & AgentDriverEntry;

/** The context of every command. */
export interface CliContext {
  /** The known agents; by default those of each layer's own registry. */
  agents?: readonly Agent[] | undefined;
}

/** The context of commands that look for sessions. If no homes are named, each agent's own are searched. */
export interface HomesContext extends CliContext {
  homes?: readonly string[] | undefined;
}

/** The command that continues a thread; undefined if the agent cannot be run. The id, from a file, may be anything. */
export function resumeCommand(name: string | undefined, id: string, { agents }: CliContext = {}): string | undefined {
  const entry = entryOf(name, agents);
  return entry && joinWords(entry.driver.resumeCommand(id));
}

/** The agent's name for people. */
export function agentTitle(name: string | undefined, { agents }: CliContext = {}): string | undefined {
  return entryOf(name, agents)?.title ?? name;
}

/** The driver entry of an agent; undefined if it cannot be run. */
export function entryOf(name: string | undefined, agents: readonly AgentDriverEntry[] = agentDrivers) {
  return agents.find((entry) => entry.name === name);
}
