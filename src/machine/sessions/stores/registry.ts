import type { AgentStore } from '../store.ts';
import { claudeStore } from './claude/store.ts';
import { clineStore } from './cline/store.ts';
import { codexStore } from './codex/store.ts';
import { geminiStore } from './gemini/store.ts';
import { gooseStore } from './goose/store.ts';

/** Every agent with known session files. A new one is one folder and one entry here. */
export const agentStores: readonly AgentStore[] = [
  {
    name: 'codex',
    title: 'Codex',
    mark: { letters: 'cx', light: '#0a5f57', dark: '#7fd6cd' },
    homeVariable: 'CODEX_HOME',
    store: codexStore,
  },
  {
    name: 'claude',
    title: 'Claude Code',
    mark: { letters: 'cl', light: '#9a4420', dark: '#f0a07a' },
    homeVariable: 'CLAUDE_CONFIG_DIR',
    store: claudeStore,
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    mark: { letters: 'ge', light: '#22629f', dark: '#7db8f0' },
    homeVariable: 'GEMINI_DIR',
    store: geminiStore,
  },
  {
    name: 'goose',
    title: 'Goose',
    mark: { letters: 'go', light: '#5b4a9e', dark: '#bdb0f5' },
    homeVariable: 'GOOSE_PATH_ROOT',
    store: gooseStore,
  },
  {
    name: 'cline',
    title: 'Cline',
    mark: { letters: 'ci', light: '#8a3a6b', dark: '#eba3cd' },
    homeVariable: 'CLINE_DIR',
    store: clineStore,
  },
];
