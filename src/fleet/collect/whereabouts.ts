import type { FileLook } from '../../machine/sessions/following/followed-file.ts';
import type { SessionSource } from '../../machine/sessions/session-source.ts';

/** The place from which the bytes of a file are read. */
export type Whereabouts = InOwnPlace | Unpacked | Left | InSource;

/** In the place where the agent keeps it. */
export interface InOwnPlace {
  readonly kind: 'own';
  readonly at: string;
  /** A second name of the same file, in our folder. */
  readonly held: HeldName | undefined;
}

export interface HeldName {
  readonly at: string;
  /** The inode of the file in its own place at that time. A different inode means a different file. */
  readonly inode: number;
}

/** In a plain copy in our folder, because the agent's file is compressed. */
export interface Unpacked {
  readonly kind: 'unpacked';
  readonly at: string;
  readonly packedAt: string;
  readonly packedInode: number;
}

/** In our folder alone, because the agent deleted or replaced it. */
export interface Left {
  readonly kind: 'left';
  readonly at: string;
}

/** Among others in something that is not a separate file. We hold no copy, so it is sent only while it is there. */
export interface InSource {
  readonly kind: 'source';
  readonly source: SessionSource;
}

/** The path where the agent keeps it; undefined if it no longer does. */
export function ownPlace(bytes: Whereabouts): string | undefined {
  return bytes.kind === 'own' ? bytes.at : bytes.kind === 'unpacked' ? bytes.packedAt : undefined;
}

/** The path in our folder; undefined if we hold nothing of it. */
export function heldPlace(bytes: Whereabouts): string | undefined {
  if (bytes.kind === 'source') return undefined;
  return bytes.kind === 'own' ? bytes.held?.at : bytes.at;
}

/** The place after the agent's file changed. An unpacked copy stands for the earlier state. */
export function changedInPlace(bytes: Whereabouts, now: Whereabouts): Whereabouts {
  if (now.kind === 'source') return now;
  const at = ownPlace(now) ?? now.at;
  if (bytes.kind === 'unpacked') return { kind: 'own', at, held: { at: bytes.at, inode: bytes.packedInode } };
  return { kind: 'own', at, held: bytes.kind === 'own' ? bytes.held : undefined };
}

/** The place after the agent's file is gone; undefined if we hold nothing either. */
export function afterLoss(bytes: Whereabouts): Left | undefined {
  const at = bytes.kind === 'left' ? undefined : heldPlace(bytes);
  return at === undefined ? undefined : { kind: 'left', at };
}

/** True if another file than the one we hold is in the agent's place. */
export function isReplacedBy(bytes: Whereabouts, look: Pick<FileLook, 'inode'>): boolean {
  return bytes.kind === 'own' && bytes.held !== undefined && bytes.held.inode !== look.inode;
}
