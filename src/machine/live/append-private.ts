import { constants, fchmodSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** Opens a file to append to, readable by its owner alone, and never by a link. */
export function openPrivateAppend(path: string): number {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  fchmodSync(file, 0o600);
  return file;
}

/** Appends an entry as a line of JSON with its time. It is on the disk when this returns. */
export function appendEntry(file: number, entry: Readonly<Record<string, unknown>>): void {
  const line = Buffer.from(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
  for (let at = 0; at < line.length; ) at += writeSync(file, line, at);
  fsyncSync(file);
}
