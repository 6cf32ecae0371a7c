// What each session wrote to each path of a repository, line by line: what an answer is compared with.
import { createFileOps } from '../../src/core/replay/file-ops.ts';
import { createEventReader } from '../../src/index.ts';
import { findRoots } from '../../src/machine/provenance/roots.ts';

export interface Wrote {
  /** True if the session wrote the line to the path. */
  to(session: string, path: string, line: string): boolean;
  /** True if a command of the session holds the line. */
  inCommand(session: string, line: string): boolean;
  /** True if the session was shown the hash of the commit by its own `git commit`. */
  printed(session: string, commit: string): boolean;
  /** When the session began. */
  began(session: string): number;
}

export const squeezed = (line: string) => line.replace(/\s+/g, ' ').trim();

export function readWrote(sessions: ReadonlyMap<string, string>, paths: ReadonlySet<string>): Wrote {
  const lines = new Map<string, Set<string>>();
  const began = new Map<string, number>();
  const texts: { session: string; path?: string; text: string }[] = [];
  const printed = new Set<string>();
  for (const [session, transcript] of sessions) {
    const reader = createEventReader();
    const ops = createFileOps();
    for (const outcome of [...reader.push(Buffer.from(transcript)), ...reader.end()]) {
      for (const op of (outcome.ok ? outcome.events : []).flatMap((event) => ops.push(event))) {
        if (!began.has(session) && op.at > 0) began.set(session, op.at);
        if (op.kind === 'shell') {
          texts.push({ session, text: op.command });
          for (const hash of op.commits) printed.add(`${session} ${hash.slice(0, 7)}`);
        } else if (op.kind === 'write') texts.push({ session, path: op.path, text: op.content });
        else if (op.kind === 'edit')
          texts.push({ session, path: op.path, text: op.edits.map((edit) => edit.new).join('\n') });
        else if (op.kind === 'patch')
          texts.push({ session, path: op.path, text: op.hunks.flatMap(({ after }) => after).join('\n') });
      }
    }
  }
  const edited = texts.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const relativeOf = findRoots(edited, (path) => paths.has(path));
  for (const { session, path, text } of texts) {
    const key = `${session} ${path === undefined ? '' : (relativeOf(path) ?? path)}`;
    const known = lines.get(key) ?? new Set();
    lines.set(key, known);
    for (const line of text.split('\n')) known.add(squeezed(line));
  }
  return {
    to: (session, path, line) => lines.get(`${session} ${path}`)?.has(line) === true,
    inCommand: (session, line) => lines.get(`${session} `)?.has(line) === true,
    printed: (session, commit) => printed.has(`${session} ${commit.slice(0, 7)}`),
    began: (session) => began.get(session) ?? 0,
  };
}
