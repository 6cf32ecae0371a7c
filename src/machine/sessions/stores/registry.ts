import type { AgentStore } from '../store.ts';
import { claudeStore } from './claude/store.ts';
import { codexStore } from './codex/store.ts';
import { geminiStore } from './gemini/store.ts';

/** Every agent whose sessions are found. A new one is one folder and one line here. */
export const agentStores: readonly AgentStore[] = [
  { name: 'codex', title: 'Codex', store: codexStore },
  { name: 'claude', title: 'Claude Code', store: claudeStore },
  { name: 'gemini', title: 'Gemini CLI', store: geminiStore },
];
