import type { RecordedAgent } from '../recorded-agent.ts';
import { chatAgents } from './chat-agents.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';

/** The agents that `npm run record` knows. */
export const recordedAgents: readonly RecordedAgent[] = [codex, claude, gemini, ...chatAgents];
