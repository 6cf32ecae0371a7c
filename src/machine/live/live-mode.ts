import { ThreadlineError } from '../../errors.ts';
import type { LiveMode } from './live-session.ts';

/** An agent's own modes. Ids that agents write as addresses end in these words. */
export interface ModeTable {
  ask: string;
  edits?: string;
  plan?: string;
  /** Modes that let everything pass, or let a model decide. */
  bypass: readonly string[];
}

/** Whoever means one of these has to say so twice. The words are all agents'. */
const BYPASSING =
  /bypass|dontask|yolo|autopilot|allow.?all|full.?access|never|full.?auto|^auto$|auto.?approve|unrestricted/i;

/**
 * The agent's own name for a mode. Throws `not-possible` for one that the agent does not have, and a TypeError for one
 * that lets everything pass and was not asked for in so many words.
 */
export function nativeMode(mode: LiveMode, table: ModeTable, listed: readonly string[], bypass: boolean): string {
  const isNative = typeof mode === 'object' && mode !== null;
  if (!isNative && mode !== 'ask' && mode !== 'edits' && mode !== 'plan') {
    throw new TypeError("a mode is 'ask', 'edits', 'plan' or {native: the agent's own name}");
  }
  const name = isNative ? mode.native : table[mode];
  if (typeof name !== 'string' || name === '') {
    throw new ThreadlineError('not-possible', `the agent has no mode for ${JSON.stringify(mode)}`);
  }
  const found = listed.find((id) => id === name) ?? listed.find((id) => lastWord(id) === name);
  if (found === undefined) {
    throw new ThreadlineError('not-possible', `the agent does not list the mode ${JSON.stringify(name)}`);
  }
  if (isBypass(found, table) && !(isNative && bypass)) {
    throw new TypeError(`the mode ${JSON.stringify(name)} allows everything: it needs dangerouslyBypass: true`);
  }
  return found;
}

export function isBypass(mode: string, table: ModeTable): boolean {
  return table.bypass.includes(lastWord(mode)) || BYPASSING.test(lastWord(mode));
}

/** `https://…/session-modes#agent` → `agent` */
function lastWord(id: string): string {
  return id.slice(id.lastIndexOf('#') + 1);
}
