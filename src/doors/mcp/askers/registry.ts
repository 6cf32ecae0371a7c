import type { AskingAgent } from './asking-agent.ts';
import { claudeAsker } from './claude.ts';
import { codexAsker } from './codex.ts';

/** The agents whose clients are known. One that tells nothing is known by its client's name alone. */
export const askingAgents: readonly AskingAgent[] = [
  codexAsker,
  claudeAsker,
  { agent: 'gemini', client: 'gemini' },
  { agent: 'opencode', client: 'opencode' },
  { agent: 'kilo', client: 'kilo' },
  { agent: 'copilot', client: 'copilot' },
  { agent: 'qwen', client: 'qwen' },
  { agent: 'pi', client: 'pi', isWholeName: true },
  { agent: 'kimi', client: 'kimi' },
  { agent: 'goose', client: 'goose' },
  { agent: 'cline', client: 'cline' },
];
