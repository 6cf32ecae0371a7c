import { existsSync } from 'node:fs';
import type { UnifiedMessage } from '../../../core/messages/message.ts';
import { amount } from '../../../core/text/amount.ts';
import { clipEnd } from '../../../core/text/text-layout.ts';
import { ExitError, exitCodes } from '../exit.ts';
import { terminalLine } from '../terminal-text.ts';
import type { Transcript } from '../transcript/transcript.ts';

/** The number of messages before and after the wanted one. */
const NEIGHBOURS = 3;

/** Splits `SESSION#MESSAGE` at the last `#`. A file may have one in its name. */
export function splitHit(wanted: string): { wanted: string; message?: string } {
  const at = wanted.lastIndexOf('#');
  if (at < 1 || at === wanted.length - 1 || existsSync(wanted)) return { wanted };
  return { wanted: wanted.slice(0, at), message: wanted.slice(at + 1) };
}

/** A message with its neighbours. */
export interface ShownHit {
  hit: UnifiedMessage;
  messages: readonly UnifiedMessage[];
  /** The number of messages not shown. */
  before: number;
  after: number;
}

/** An id is unique to one thread. The session's own comes before those of agents that it started. */
export function findHit(messages: readonly UnifiedMessage[], id: string): ShownHit {
  const isWanted = (message: UnifiedMessage) => message.id === id;
  const own = messages.findIndex((message) => isWanted(message) && message.parent === undefined);
  const at = own === -1 ? messages.findIndex(isWanted) : own;
  const hit = messages[at];
  if (!hit) throw new ExitError(exitCodes.environment, `the session has no message ${clipEnd(id, 100)}`);
  const from = Math.max(0, at - NEIGHBOURS);
  const to = Math.min(messages.length, at + NEIGHBOURS + 1);
  return { hit, messages: messages.slice(from, to), before: from, after: messages.length - to };
}

/** The hit marked and whole, its neighbours folded as usual. `write` renders one message. */
export function hitLines(found: ShownHit, transcript: Transcript, write: (message: UnifiedMessage) => string): string {
  const { layout } = transcript;
  const { style, columns } = layout;
  const note = (count: number, where: string) =>
    count === 0 ? '' : `\n${style.dim(`… ${amount(count, 'message')} ${where}`)}\n`;
  const shown = found.messages.map((message) => {
    if (message !== found.hit) return write(message);
    const isWhole = layout.isWhole;
    layout.isWhole = true;
    const text = write(message);
    layout.isWhole = isWhole;
    return `\n${style.accent(clipEnd(`── #${terminalLine(message.id)} ──`, columns))}\n${text}`;
  });
  return [note(found.before, 'before'), ...shown, note(found.after, 'after')].join('');
}
