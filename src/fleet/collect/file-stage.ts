import type { SendMode, SourceHead } from '../../archive/model/raw-store.ts';
import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';

/** The agreement of collector and server on a file: found → inspected → agreed, and back to found on a change. */
export type FileStage = Found | Agreed | Forgotten;

/** Nothing is agreed. The file is inspected and the server is asked before anything is sent. */
export interface Found {
  readonly name: 'found';
  /** The file's previous life. Knowing it saves questions about earlier lives. */
  readonly life: FileLife | undefined;
}

/** Facts from the first bytes of a file. They are valid for one question to the server. */
export interface Inspected {
  readonly life: FileLife;
  readonly mode: Exclude<SendMode, 'off'>;
  /** True for a compressed file, which has to be unpacked before it is sent. */
  readonly isPacked: boolean;
  /** The repository in which the session worked, for the question alone; empty for none. Absent if nobody knows. */
  readonly repository?: string;
}

/** The server said how much of this very file it has. */
export interface Agreed extends Inspected {
  readonly name: 'agreed';
  /** The title that the server knows. */
  readonly title: string | undefined;
  /** The server's id of the file, the byte up to which it has everything, and the digest of the bytes before that. */
  readonly id: string;
  readonly head: number;
  readonly marker: string;
  /** The offset up to which a newline was searched for, and the number of bytes to send at a time. */
  readonly scanned: number;
  readonly wanted: number;
}

/** The session was deleted on the server at somebody's request. The server takes nothing more of it. */
export interface Forgotten {
  readonly name: 'forgotten';
}

/** One life of a file. A file that is cut or rewritten keeps its first line and gets the next number. */
export interface FileLife {
  /** A hash of the first line, or of a whole document. */
  readonly firstLine: string;
  readonly number: number;
}

export const FOUND: Found = { name: 'found', life: undefined };
export const FORGOTTEN: Forgotten = { name: 'forgotten' };

/** The life of a file that begins with this line: the known life, if that began with the same line. */
export function lifeOf(firstLine: string, stage: FileStage): FileLife {
  const known = stage.name === 'forgotten' ? undefined : stage.life;
  return known?.firstLine === firstLine ? known : { firstLine, number: 0 };
}

export function agreed(stage: Inspected, { id, head, marker }: SourceHead, title: string | undefined): Agreed {
  const { life, mode, isPacked } = stage;
  const wanted = fleetLimits.collectedBytesAtOnce;
  return { name: 'agreed', life, mode, isPacked, title, id, head, marker, scanned: 0, wanted };
}

/** The stage after the server took a segment that ends at `head`. */
export function advanced(stage: Agreed, head: number, marker: string): Agreed {
  const wanted = Math.min(fleetLimits.collectedBytesAtOnce, stage.wanted * 2);
  return { ...stage, head, marker, scanned: head, wanted };
}

/** The stage after the server refused a segment for its length. */
export function halved(stage: Agreed): Agreed {
  return { ...stage, wanted: Math.max(1, Math.floor(stage.wanted / 2)) };
}

/** The stage after the server's head was not where it said. The server is asked again. */
export function unsure({ life }: Inspected): Found {
  return { name: 'found', life };
}

/** The stage after the file was cut or rewritten, or replaced by another. Throws if that happened too often. */
export function changedLife({ life }: Inspected, change: 'other' | 'rewritten'): Found {
  if (change === 'other') return FOUND;
  const number = life.number + 1;
  if (number > fleetLimits.maxFileLives) {
    throw new ThreadlineError('too-large', 'the file was written anew too often');
  }
  return { name: 'found', life: { firstLine: life.firstLine, number } };
}
