import type { SendMode } from '../../archive/model/raw-store.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';

/** A source that tells a session, reduced to what decides whether it is shown. */
export interface Claim {
  /** Later sources have greater ones. */
  source: bigint;
  machine: string;
  /** Whose it is, by the login of its machine when it first came; undefined for nobody's. */
  person: string | undefined;
  mode: SendMode;
  file: SessionFile;
}

/** The relation of one source's bytes to those of another. */
export type ByteRelation = 'same' | 'longer' | 'shorter' | 'different';

export interface Verdict {
  /** The claimant is shown from now on. */
  isMine: boolean;
  /** The claimant is not shown, but may have requests that no other source of the session has. */
  tellsMore: boolean;
  /** Neither continues the other. The one that came later has content that is nowhere else. */
  isConflict: boolean;
}

export const MINE: Verdict = { isMine: true, tellsMore: false, isConflict: false };
const REPEATED: Verdict = { isMine: false, tellsMore: false, isConflict: false };
const LEFT_BEHIND: Verdict = { isMine: false, tellsMore: true, isConflict: false };
const CONFLICT: Verdict = { isMine: false, tellsMore: true, isConflict: true };

/** True if the two are on different machines. Of two homes of one machine, one is shown, as there. */
export function isElsewhere(claimant: Claim, owner: Claim): boolean {
  return claimant.machine !== owner.machine;
}

/** True if the two are of two people, or of a person and of nobody: what tells the one must not be shown as the other's. */
export function isAnothers(claimant: Pick<Claim, 'person'>, owner: Pick<Claim, 'person'>): boolean {
  return claimant.person !== owner.person;
}

/**
 * Decides which of two sources tells a thread: a later life of the file, the agent's own choice, or bytes that
 * continue. So nothing that was shown is lost, and two machines never take a session from each other in turn. Sources of two
 * people never tell one session, whatever they say of themselves.
 */
export async function whoseSession(
  claimant: Claim,
  owner: Claim,
  compare: () => Promise<ByteRelation>,
): Promise<Verdict> {
  if (isAnothers(claimant, owner)) return CONFLICT;
  const isOneMachine = !isElsewhere(claimant, owner) && claimant.file.home === owner.file.home;
  if (isOneMachine && claimant.file.path === owner.file.path) return claimant.source > owner.source ? MINE : REPEATED;
  if (isElsewhere(claimant, owner) && claimant.file.agent?.store.localIds) return CONFLICT;
  const hasText = claimant.mode !== 'usage';
  if (hasText !== (owner.mode !== 'usage')) return hasText ? MINE : LEFT_BEHIND;
  const { agent, rolloutId } = claimant.file;
  // For files in one home the agent's rule applies. File ids are the same on all machines.
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
