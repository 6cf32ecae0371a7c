import type { AgentWires } from './agent-wires.ts';

/** The names of an agent. They are apart from its wires, so a program that only writes need not carry readers. */
export type AgentNames = Pick<AgentWires, 'name' | 'title' | 'provider'>;

export const codexNames: AgentNames = { name: 'codex', title: 'Codex', provider: 'openai' };
export const geminiNames: AgentNames = { name: 'gemini', title: 'Gemini CLI', provider: 'gcp.gemini' };
export const claudeNames: AgentNames = { name: 'claude', title: 'Claude Code', provider: 'anthropic' };

export const agentNames: readonly AgentNames[] = [codexNames, geminiNames, claudeNames];
