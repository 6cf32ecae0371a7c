import type { SendMode } from '../../archive/model/raw-store.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';

/** A source that tells a session, as far as it matters whether it is the one that is shown. */
export interface Claim {
  /** Later sources have greater ones. */
  source: bigint;
  machine: string;
  mode: SendMode;
  file: SessionFile;
}

/** How the bytes of a source relate to those of another. */
export type ByteRelation = 'same' | 'longer' | 'shorter' | 'different';

export interface Verdict {
  /** The claimant is shown from now on. */
  isMine: boolean;
  /** It is not shown, and yet it may tell of requests that no other source of the session does. */
  tellsMore: boolean;
  /** Neither goes on from the other: what the one says that is not shown is told nowhere else. */
  isConflict: boolean;
}

export const MINE: Verdict = { isMine: true, tellsMore: false, isConflict: false };
const REPEATED: Verdict = { isMine: false, tellsMore: false, isConflict: false };
const LEFT_BEHIND: Verdict = { isMine: false, tellsMore: true, isConflict: false };
const CONFLICT: Verdict = { isMine: false, tellsMore: true, isConflict: true };

/**
 * Decides which of two sources tells a thread: a later life of the file, the agent's own choice, or bytes that go on.
 * So nothing that was shown is lost, and two machines never take a session from each other in turn.
 */
export async function whoseSession(
  claimant: Claim,
  owner: Claim,
  compare: () => Promise<ByteRelation>,
): Promise<Verdict> {
  const isOneMachine = claimant.machine === owner.machine && claimant.file.home === owner.file.home;
  if (isOneMachine && claimant.file.path === owner.file.path) return claimant.source > owner.source ? MINE : REPEATED;
  const hasText = claimant.mode !== 'usage';
  if (hasText !== (owner.mode !== 'usage')) return hasText ? MINE : LEFT_BEHIND;
  const { agent, rolloutId } = claimant.file;
  // Of files in one home the agent's rule holds; ids of files are the same on all machines.
  const supersedes = isOneMachine || rolloutId !== owner.file.rolloutId ? agent?.store.supersedes : undefined;
  if (supersedes?.(claimant.file, owner.file)) return MINE;
  if (supersedes?.(owner.file, claimant.file)) return LEFT_BEHIND;
  switch (await compare()) {
    case 'longer':
      return MINE;
    case 'shorter':
    case 'same':
      return REPEATED;
    case 'different':
      return CONFLICT;
  }
}
