import type { AgentName } from '../../../core/thread/event.ts';
import type { AgentDriver, AgentDriverEntry } from '../agent-driver.ts';
import { claudeDriver } from './claude/driver.ts';
import { clineDriver } from './cline/driver.ts';
import { codexDriver } from './codex/driver.ts';
import { copilotDriver } from './copilot/driver.ts';
import { geminiDriver } from './gemini/driver.ts';
import { gooseDriver } from './goose/driver.ts';
import { kimiDriver } from './kimi/driver.ts';
import { kiloDriver, opencodeDriver } from './opencode/driver.ts';
import { piDriver } from './pi/driver.ts';
import { qwenDriver } from './qwen/driver.ts';

/** Every agent that can be run. The first is the default. A new one is one folder and one line. */
export const agentDrivers: readonly AgentDriverEntry[] = [
  { name: 'codex', title: 'Codex', driver: codexDriver },
  { name: 'claude', title: 'Claude Code', driver: claudeDriver },
  { name: 'gemini', title: 'Gemini CLI', driver: geminiDriver },
  { name: 'opencode', title: 'OpenCode', driver: opencodeDriver },
  { name: 'kilo', title: 'Kilo', driver: kiloDriver },
  { name: 'copilot', title: 'Copilot CLI', driver: copilotDriver },
  { name: 'qwen', title: 'Qwen Code', driver: qwenDriver },
  { name: 'pi', title: 'pi', driver: piDriver },
  { name: 'kimi', title: 'Kimi Code', driver: kimiDriver },
  { name: 'goose', title: 'Goose', driver: gooseDriver },
  { name: 'cline', title: 'Cline', driver: clineDriver },
];

/** The driver of an agent. Default: the first. Throws a TypeError for an unknown name. */
export function findDriver(
  name: AgentName | undefined,
  agents: readonly AgentDriverEntry[] = agentDrivers,
): AgentDriver {
  const entry = name === undefined ? agents[0] : agents.find((candidate) => candidate.name === name);
  if (entry) return entry.driver;
  throw new TypeError(`no agent is called '${name}'; there are: ${agents.map((known) => known.name).join(', ')}`);
}
