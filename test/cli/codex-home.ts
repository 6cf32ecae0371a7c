import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fixture } from './run-cli.ts';

interface RecordedRollout {
  file: string;
  original: string;
}

/** Puts the session files of recordings where Codex kept them; the first of them was written to last. */
export function fillHome(home: string, recordings: readonly string[]): string[] {
  return recordings.flatMap((recording, index) => {
    const meta: { rollouts: RecordedRollout[] } = JSON.parse(readFileSync(fixture(`${recording}/meta.json`), 'utf8'));
    return meta.rollouts.map(({ file, original }) => {
      const bytes = readFileSync(fixture(`${recording}/${file}`));
      return writeSession(home, original, bytes, recordings.length - index);
    });
  });
}

/** Writes a session file; it was last written to at that hour of a day. */
export function writeSession(home: string, name: string, content: string | Uint8Array, hour: number): string {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const time = new Date(Date.UTC(2025, 5, 1, hour));
  utimesSync(path, time, time);
  return path;
}
