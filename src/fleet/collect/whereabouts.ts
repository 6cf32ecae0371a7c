import type { FileLook } from '../../machine/sessions/following/followed-file.ts';
import type { SessionSource } from '../../machine/sessions/session-source.ts';

/** Where the bytes of a file are read. */
export type Whereabouts = InOwnPlace | Unpacked | Left | InSource;

/** Where the agent keeps it. */
export interface InOwnPlace {
  readonly kind: 'own';
  readonly at: string;
  /** A second name of the same file, in our own folder. */
  readonly held: HeldName | undefined;
}

export interface HeldName {
  readonly at: string;
  /** The inode of the file that stood in its own place then: another one there is another file. */
  readonly inode: number;
}

/** In a plain copy of ours: what the agent keeps is compressed. */
export interface Unpacked {
  readonly kind: 'unpacked';
  readonly at: string;
  readonly packedAt: string;
  readonly packedInode: number;
}

/** In our own folder alone: the agent deleted or replaced it. */
export interface Left {
  readonly kind: 'left';
  readonly at: string;
}

/** Among others in something that is no file of its own. We hold nothing of it: it is sent as long as it is there. */
export interface InSource {
  readonly kind: 'source';
  readonly source: SessionSource;
}

/** The path where the agent keeps it; undefined where it no longer does. */
export function ownPlace(bytes: Whereabouts): string | undefined {
  return bytes.kind === 'own' ? bytes.at : bytes.kind === 'unpacked' ? bytes.packedAt : undefined;
}

/** The path in our own folder; undefined where we have nothing of it. */
export function heldPlace(bytes: Whereabouts): string | undefined {
  if (bytes.kind === 'source') return undefined;
  return bytes.kind === 'own' ? bytes.held?.at : bytes.at;
}

/** The file in its own place changed. A copy that was unpacked stands for what it was before. */
export function changedInPlace(bytes: Whereabouts, now: Whereabouts): Whereabouts {
  if (now.kind === 'source') return now;
  const at = ownPlace(now) ?? now.at;
  if (bytes.kind === 'unpacked') return { kind: 'own', at, held: { at: bytes.at, inode: bytes.packedInode } };
  return { kind: 'own', at, held: bytes.kind === 'own' ? bytes.held : undefined };
}

/** Nothing is left in its own place; undefined where we have nothing either. */
export function afterLoss(bytes: Whereabouts): Left | undefined {
  const at = bytes.kind === 'left' ? undefined : heldPlace(bytes);
  return at === undefined ? undefined : { kind: 'left', at };
}

/** Whether another file stands in its own place than the one we hold. */
export function isReplacedBy(bytes: Whereabouts, look: Pick<FileLook, 'inode'>): boolean {
  return bytes.kind === 'own' && bytes.held !== undefined && bytes.held.inode !== look.inode;
}
