import type { AgentName } from '../../thread/event.ts';
import { type AgentNames, agentNames } from '../agent-names.ts';

/** The agent that calls itself so: `gemini-cli`, `@zed-industries/claude-code-acp`. One that is not known has its own name. */
export function agentNamed(name: string): { name: AgentName; known: AgentNames | undefined } {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const known = agentNames.find((agent) => words.includes(agent.name));
  return { name: known?.name ?? (words.filter((word) => word !== '').join('-') || UNNAMED), known };
}

/** An agent whose name nobody told: the head of the input is missing. */
export const UNNAMED = 'acp';
