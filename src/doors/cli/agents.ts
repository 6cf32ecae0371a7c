import type { AgentVocabulary } from '../../core/messages/vocabularies/registry.ts';
import { isCommandId, isCommandPath } from '../../core/text/command-words.ts';
import { joinWords } from '../../core/tools/shell-words.ts';
import type { AgentWires } from '../../core/wires/registry.ts';
import type { AgentDriverEntry } from '../../machine/run/agent-driver.ts';
import { agentDrivers } from '../../machine/run/agents/registry.ts';
import type { AgentStore } from '../../machine/sessions/index.ts';
import type { AskingAgent } from '../mcp/askers/asking-agent.ts';

/** An agent with all its parts: its wires, the names of its tools, its store, its driver, and how its MCP client is known. */
export type Agent = AgentWires &
  AgentVocabulary &
  AgentStore &
  AgentDriverEntry & { asker?: Omit<AskingAgent, 'agent'> | undefined };

/** The context of every command. */
export interface CliContext {
  /** The known agents; by default those of each layer's own registry. */
  agents?: readonly Agent[] | undefined;
}

/** The context of commands that look for sessions. If no homes are named, each agent's own are searched. */
export interface HomesContext extends CliContext {
  homes?: readonly string[] | undefined;
}

/** The words that continue a thread. None if the agent cannot be run, or if the id, from a file, is none. */
export function resumeWords(name: string | undefined, id: string, { agents }: CliContext = {}): string[] {
  return isCommandId(id) ? (entryOf(name, agents)?.driver.resumeCommand(id) ?? []) : [];
}

/** The same as a line to paste; undefined if there is none. */
export function resumeCommand(name: string | undefined, id: string, context?: CliContext): string | undefined {
  const words = resumeWords(name, id, context);
  return words.length === 0 ? undefined : joinWords(words);
}

/** The line to paste that goes to a folder and runs the words there. A folder that may not stand in one leaves none. */
export function lineInFolder(folder: string, words: readonly string[]): string | undefined {
  if (words.length === 0 || !isCommandPath(folder)) return undefined;
  return `${joinWords(['cd', folder])} && ${joinWords(words)}`;
}

/** The agent's name for people. */
export function agentTitle(name: string | undefined, { agents }: CliContext = {}): string | undefined {
  return entryOf(name, agents)?.title ?? name;
}

/** The driver entry of an agent; undefined if it cannot be run. */
export function entryOf(name: string | undefined, agents: readonly AgentDriverEntry[] = agentDrivers) {
  return agents.find((entry) => entry.name === name);
}
