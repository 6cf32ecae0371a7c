import { machineLimits } from '../../limits/machine.ts';
import type { LiveEntry } from './agents/live-entry.ts';
import type { DeskOptions } from './asks/ask-desk.ts';
import type { LiveStart } from './live-protocol.ts';
import type { LiveOptions } from './live-session.ts';

/** What the opening of a session gives it. */
export interface SessionParts {
  entry: LiveEntry;
  start: LiveStart;
  options: LiveOptions;
  /** The session has an id: its lock is taken then. Throws if another holds it. */
  onIdentified(id: string): void;
  /** The session is over: its lock and its note are given back. */
  onClosed(): void;
}

/** Who answers, and how long each may take. */
export function deskSettings(
  options: LiveOptions,
): Pick<DeskOptions, 'policy' | 'policyMs' | 'approvalMs' | 'readerGraceMs'> {
  const { policy, approvalMs } = options;
  const { policyMs = machineLimits.livePolicyMs, readerGraceMs = machineLimits.liveReaderGraceMs } = options;
  return { policy, policyMs, approvalMs, readerGraceMs };
}

/** What the journal says of the beginning. */
export function openedNote({ entry, start }: SessionParts, id: string, mark: string | undefined) {
  return { type: 'opened', agent: entry.name, id, cwd: start.cwd, mode: start.mode, mark };
}
