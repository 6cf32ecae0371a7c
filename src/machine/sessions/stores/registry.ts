import type { AgentWires } from '../../../core/wires/agent-wires.ts';
import { amp } from '../../../core/wires/agents/amp.ts';
import { antigravity } from '../../../core/wires/agents/antigravity.ts';
import { crush } from '../../../core/wires/agents/crush.ts';
import { cursor } from '../../../core/wires/agents/cursor.ts';
import { droid } from '../../../core/wires/agents/droid.ts';
import type { AgentStore } from '../store.ts';
import { ampStore } from './amp/store.ts';
import { antigravityStore } from './antigravity/store.ts';
import { claudeStore } from './claude/store.ts';
import { clineStore } from './cline/store.ts';
import { codexStore } from './codex/store.ts';
import { copilotStore } from './copilot/store.ts';
import { crushStore } from './crush/store.ts';
import { cursorStore } from './cursor/store.ts';
import { droidStore } from './droid/store.ts';
import { geminiStore } from './gemini/store.ts';
import { gooseStore } from './goose/store.ts';
import { kimiStore } from './kimi/store.ts';
import { kiloStore, opencodeStore } from './opencode/store.ts';
import { piStore } from './pi/store.ts';
import { qwenStore } from './qwen/store.ts';

/** An agent that is known by description brings its wires itself: a reader of the usual agents need not carry them. */
function experimental({ wires }: AgentWires, agent: Omit<AgentStore, 'wires' | 'experimental'>): AgentStore {
  return { ...agent, wires, experimental: true };
}

/** How lists and pages mark an agent. */
const marks = {
  codex: { letters: 'cx', light: '#0a5f57', dark: '#7fd6cd' },
  claude: { letters: 'cl', light: '#9a4420', dark: '#f0a07a' },
  gemini: { letters: 'ge', light: '#22629f', dark: '#7db8f0' },
  opencode: { letters: 'oc', light: '#4b4f58', dark: '#c3c8d2' },
  kilo: { letters: 'ki', light: '#6b5b00', dark: '#e8d66b' },
  copilot: { letters: 'co', light: '#55606c', dark: '#b3bfcc' },
  qwen: { letters: 'qw', light: '#5b3fb5', dark: '#b7a3f5' },
  pi: { letters: 'pi', light: '#3d6b1f', dark: '#a9d68a' },
  kimi: { letters: 'km', light: '#8a3a6b', dark: '#f0a0cf' },
  goose: { letters: 'go', light: '#7a5c00', dark: '#e0c46a' },
  cline: { letters: 'ci', light: '#993344', dark: '#f29aa8' },
  cursor: { letters: 'cu', light: '#3f3f46', dark: '#d4d4d8' },
  antigravity: { letters: 'ag', light: '#1f5fa8', dark: '#8fc1f5' },
  droid: { letters: 'dr', light: '#8a4b00', dark: '#f2b36b' },
  amp: { letters: 'am', light: '#7a2f8f', dark: '#dda6ec' },
  crush: { letters: 'cr', light: '#a01f6b', dark: '#f59ac8' },
};

/** Every agent with known session files. A new one is one folder, one mark and one entry here. */
export const agentStores: readonly AgentStore[] = [
  { name: 'codex', title: 'Codex', mark: marks.codex, homeVariable: 'CODEX_HOME', store: codexStore },
  { name: 'claude', title: 'Claude Code', mark: marks.claude, homeVariable: 'CLAUDE_CONFIG_DIR', store: claudeStore },
  { name: 'gemini', title: 'Gemini CLI', mark: marks.gemini, homeVariable: 'GEMINI_CLI_HOME', store: geminiStore },
  { name: 'opencode', title: 'OpenCode', mark: marks.opencode, homeVariable: 'XDG_DATA_HOME', store: opencodeStore },
  { name: 'kilo', title: 'Kilo', mark: marks.kilo, homeVariable: 'XDG_DATA_HOME', store: kiloStore },
  { name: 'copilot', title: 'Copilot CLI', mark: marks.copilot, homeVariable: 'COPILOT_HOME', store: copilotStore },
  { name: 'qwen', title: 'Qwen Code', mark: marks.qwen, homeVariable: 'QWEN_HOME', store: qwenStore },
  { name: 'pi', title: 'pi', mark: marks.pi, homeVariable: 'PI_CODING_AGENT_DIR', store: piStore },
  { name: 'kimi', title: 'Kimi Code', mark: marks.kimi, homeVariable: 'KIMI_CODE_HOME', store: kimiStore },
  { name: 'goose', title: 'Goose', mark: marks.goose, homeVariable: 'GOOSE_PATH_ROOT', store: gooseStore },
  { name: 'cline', title: 'Cline', mark: marks.cline, homeVariable: 'CLINE_DIR', store: clineStore },
  experimental(cursor, { name: 'cursor', title: 'Cursor', mark: marks.cursor, store: cursorStore }),
  experimental(antigravity, {
    name: 'antigravity',
    title: 'Antigravity',
    mark: marks.antigravity,
    store: antigravityStore,
  }),
  experimental(droid, { name: 'droid', title: 'Droid', mark: marks.droid, store: droidStore }),
  experimental(amp, { name: 'amp', title: 'Amp', mark: marks.amp, store: ampStore }),
  experimental(crush, { name: 'crush', title: 'Crush', mark: marks.crush, store: crushStore }),
];
