import { isObject } from '../../lines/json.ts';
import type { AgentName } from '../../thread/event.ts';
import { type AgentNames, agentNames } from '../agent-names.ts';

/** The agent that calls itself so: `gemini-cli`, `@zed-industries/claude-code-acp`. One that is not known has its own name. */
export function agentNamed(name: string): { name: AgentName; known: AgentNames | undefined } {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const known = agentNames.find((agent) => words.includes(agent.name));
  return { name: known?.name ?? (words.filter((word) => word !== '').join('-') || UNNAMED), known };
}

/** The agent whose name is in the ids of its ways to log in, where it does not tell who it is: `goose-provider`. */
export function agentOfMethods(methods: unknown): AgentNames | undefined {
  const ids = Array.isArray(methods) ? methods.map((method) => (isObject(method) ? method.id : undefined)) : [];
  const known = ids.map((id) => (typeof id === 'string' ? agentNamed(id).known : undefined));
  const [first, ...others] = new Set(known.filter((agent) => agent !== undefined));
  // Ways to log in at several agents' services tell nothing.
  return others.length === 0 ? first : undefined;
}

/** An agent whose name nobody told: the head of the input is missing. */
export const UNNAMED = 'acp';
