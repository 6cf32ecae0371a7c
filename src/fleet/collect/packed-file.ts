import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { FollowedFile } from '../../machine/sessions/following/followed-file.ts';
import { storedChunks } from '../../machine/sessions/following/whole-lines.ts';
import { isPacked, plainChunks } from '../../machine/sessions/plain-chunks.ts';
import { bytesBetween, MARKER_BYTES, markerOf } from './file-life.ts';
import type { Agreed } from './file-stage.ts';

const LINE_FEED = 10;
const SIGNATURE_BYTES = 4;

export function isPackedFile(file: FollowedFile): boolean {
  return isPacked(bytesBetween(file, 0, SIGNATURE_BYTES));
}

/** The first bytes of the text of a compressed file. */
export async function plainBeginning(file: FollowedFile, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of plainChunks(storedChunks(file))) {
    chunks.push(Uint8Array.prototype.slice.call(chunk));
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/** True if the server has all whole lines of a compressed file: they end before its head, and its marker fits. */
export async function isAllBefore(
  file: FollowedFile,
  { head, marker }: Pick<Agreed, 'head' | 'marker'>,
): Promise<boolean> {
  let tail: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of plainChunks(storedChunks(file))) {
    const before = chunk.subarray(0, Math.max(0, head - offset));
    if (chunk.subarray(before.length).includes(LINE_FEED)) return false;
    tail = Buffer.concat([tail, before]);
    tail = tail.subarray(Math.max(0, tail.length - MARKER_BYTES));
    offset += chunk.length;
  }
  return offset >= head && (marker === '' || markerOf(tail) === marker);
}

/** Unpacks a compressed file into a plain one. */
export async function unpackTo(file: FollowedFile, path: string): Promise<void> {
  const half = `${path}.half`;
  const descriptor = openSync(half, 'w', 0o600);
  try {
    for await (const chunk of plainChunks(storedChunks(file))) writeWhole(descriptor, chunk);
    renameSync(half, path);
  } finally {
    closeSync(descriptor);
    rmSync(half, { force: true });
  }
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}
