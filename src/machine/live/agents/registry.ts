import { otherAcpEntry } from './acp-entry.ts';
import { claudeLive } from './claude/entry.ts';
import { codexLive } from './codex/entry.ts';
import { copilotLive } from './copilot/entry.ts';
import { geminiLive } from './gemini/entry.ts';
import type { LiveEntry } from './live-entry.ts';
import { opencodeLive } from './opencode/entry.ts';
import { qwenLive } from './qwen/entry.ts';

/** An agent that can be controlled: one of six, or any that speaks the Agent Client Protocol, by its command. */
export type LiveAgent =
  | 'codex'
  | 'claude'
  | 'gemini'
  | 'opencode'
  | 'qwen'
  | 'copilot'
  | { acp: readonly string[]; name: string };

/** All agents that can be controlled. */
export const liveEntries: readonly LiveEntry[] = [
  codexLive,
  claudeLive,
  geminiLive,
  opencodeLive,
  qwenLive,
  copilotLive,
];

/** Throws a TypeError for an agent that is not known. */
export function findLiveEntry(agent: LiveAgent): LiveEntry {
  if (typeof agent === 'object' && agent !== null) {
    const { acp, name } = agent;
    const isGood = Array.isArray(acp) && acp.length > 0 && acp.every((word) => typeof word === 'string' && word !== '');
    if (isGood && /^[\w-]{1,64}$/.test(name)) return otherAcpEntry(name, acp);
    throw new TypeError('an agent by its command is {acp: [program, ...arguments], name: a word}');
  }
  const entry = liveEntries.find(({ name }) => name === agent);
  if (entry) return entry;
  const known = liveEntries.map(({ name }) => name).join(', ');
  throw new TypeError(`no agent that can be controlled is called ${JSON.stringify(agent)}; there are: ${known}`);
}
