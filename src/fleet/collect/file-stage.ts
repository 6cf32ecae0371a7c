import type { SendMode, SourceHead } from '../../archive/model/raw-store.ts';
import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';

/** How far collector and server agree on a file: found → inspected → agreed, and back to found when either changed. */
export type FileStage = Found | Agreed | Forgotten;

/** Nothing is agreed: the file is inspected, and the server asked, before anything is sent. */
export interface Found {
  readonly name: 'found';
  /** The life that the file had before. It saves asking about earlier ones. */
  readonly life: FileLife | undefined;
}

/** What its first bytes say of a file. It lasts for one question to the server. */
export interface Inspected {
  readonly life: FileLife;
  readonly mode: Exclude<SendMode, 'off'>;
  /** It is compressed: its plain text has to be unpacked before it is sent. */
  readonly isPacked: boolean;
}

/** The server told how far it has this very file. */
export interface Agreed extends Inspected {
  readonly name: 'agreed';
  /** The title that the server was told. */
  readonly title: string | undefined;
  /** The server's id of it, the byte up to which it has everything, and the digest of the bytes before that. */
  readonly id: string;
  readonly head: number;
  readonly marker: string;
  /** How far a newline was looked for, and how many bytes are sent at a time. */
  readonly scanned: number;
  readonly wanted: number;
}

/** Somebody had the session deleted on the server, which takes nothing of it any more. */
export interface Forgotten {
  readonly name: 'forgotten';
}

/** One life of a file. A file that is cut or written anew keeps its first line and gets the next number. */
export interface FileLife {
  /** Hash of the first line, or of a whole document. */
  readonly firstLine: string;
  readonly number: number;
}

export const FOUND: Found = { name: 'found', life: undefined };
export const FORGOTTEN: Forgotten = { name: 'forgotten' };

/** The life of a file that begins with a line: the one that is known, where it began with the same line. */
export function lifeOf(firstLine: string, stage: FileStage): FileLife {
  const known = stage.name === 'forgotten' ? undefined : stage.life;
  return known?.firstLine === firstLine ? known : { firstLine, number: 0 };
}

export function agreed(stage: Inspected, { id, head, marker }: SourceHead, title: string | undefined): Agreed {
  const { life, mode, isPacked } = stage;
  const wanted = fleetLimits.collectedBytesAtOnce;
  return { name: 'agreed', life, mode, isPacked, title, id, head, marker, scanned: 0, wanted };
}

/** The server took a segment that ends at a head. */
export function advanced(stage: Agreed, head: number, marker: string): Agreed {
  const wanted = Math.min(fleetLimits.collectedBytesAtOnce, stage.wanted * 2);
  return { ...stage, head, marker, scanned: head, wanted };
}

/** The server takes no segment of that length. */
export function halved(stage: Agreed): Agreed {
  return { ...stage, wanted: Math.max(1, Math.floor(stage.wanted / 2)) };
}

/** The server is not where it said to be: it is asked again. */
export function unsure({ life }: Inspected): Found {
  return { name: 'found', life };
}

/** The file was cut or written anew (`rewritten`), or another one is in its place. Throws where that was too often. */
export function changedLife({ life }: Inspected, change: 'other' | 'rewritten'): Found {
  if (change === 'other') return FOUND;
  const number = life.number + 1;
  if (number > fleetLimits.maxFileLives) {
    throw new ThreadlineError('too-large', 'the file was written anew too often');
  }
  return { name: 'found', life: { firstLine: life.firstLine, number } };
}
