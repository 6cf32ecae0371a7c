import { useState } from 'react';
import { api } from '../../api/client.ts';

/** The files of a session that the reader has looked at. The server keeps them beside stars and notes, or this browser does. */
export interface Viewed {
  paths: ReadonlySet<string>;
  toggle(path: string): void;
}

/** `known`: what the server keeps; undefined where it keeps nothing. */
export function useViewed(sessionKey: string, known: readonly string[] | undefined): Viewed {
  const name = `viewed ${sessionKey}`;
  const [paths, setPaths] = useState<ReadonlySet<string>>(() => new Set(known ?? readPaths(name)));
  return {
    paths,
    toggle(path) {
      const next = new Set(paths);
      const undo = next.delete(path);
      if (!undo) next.add(path);
      setPaths(next);
      if (known) void api.note(sessionKey, { kind: 'view', words: [path], undo }).catch(() => setPaths(paths));
      else keepPaths(name, next);
    },
  };
}

function keepPaths(name: string, paths: ReadonlySet<string>): void {
  try {
    localStorage.setItem(name, JSON.stringify([...paths]));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

function readPaths(name: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(kept) ? kept.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}
