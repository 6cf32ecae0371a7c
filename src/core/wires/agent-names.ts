import type { AgentWires } from './agent-wires.ts';

/** The names of an agent. They are apart from its wires, so a program that only writes need not carry readers. */
export type AgentNames = Omit<AgentWires, 'wires'>;

// Where there is no provider, the person chooses one, or OpenTelemetry has no name for it.
export const codexNames: AgentNames = { name: 'codex', title: 'Codex', provider: 'openai' };
export const geminiNames: AgentNames = {
  name: 'gemini',
  title: 'Gemini CLI',
  provider: 'gcp.gemini',
  trajectoryName: 'gemini-cli',
  noticePrefix: /^\[MODE_UPDATE\] /,
};
export const claudeNames: AgentNames = {
  name: 'claude',
  title: 'Claude Code',
  provider: 'anthropic',
  trajectoryName: 'claude-code',
};
export const opencodeNames: AgentNames = { name: 'opencode', title: 'OpenCode' };
export const kiloNames: AgentNames = { name: 'kilo', title: 'Kilo' };
export const copilotNames: AgentNames = {
  name: 'copilot',
  title: 'Copilot CLI',
  promptUsage: 'session',
  noticePrefix: /^(?:Info|Warning|Error): /,
};
export const qwenNames: AgentNames = { name: 'qwen', title: 'Qwen Code' };
export const piNames: AgentNames = { name: 'pi', title: 'pi' };
export const kimiNames: AgentNames = { name: 'kimi', title: 'Kimi Code', provider: 'moonshot_ai' };
export const gooseNames: AgentNames = { name: 'goose', title: 'Goose' };
export const clineNames: AgentNames = { name: 'cline', title: 'Cline' };
export const cursorNames: AgentNames = { name: 'cursor', title: 'Cursor' };
export const antigravityNames: AgentNames = { name: 'antigravity', title: 'Antigravity' };
export const droidNames: AgentNames = { name: 'droid', title: 'Droid' };
export const ampNames: AgentNames = { name: 'amp', title: 'Amp' };
export const crushNames: AgentNames = { name: 'crush', title: 'Crush' };

export const agentNames: readonly AgentNames[] = [
  codexNames,
  geminiNames,
  claudeNames,
  opencodeNames,
  kiloNames,
  copilotNames,
  qwenNames,
  piNames,
  kimiNames,
  gooseNames,
  clineNames,
  cursorNames,
  antigravityNames,
  droidNames,
  ampNames,
  crushNames,
];
