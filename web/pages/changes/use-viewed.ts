import { useState } from 'react';

/** The files of a session that the reader has looked at. They are kept by this browser. */
export interface Viewed {
  paths: ReadonlySet<string>;
  toggle(path: string): void;
}

export function useViewed(sessionKey: string): Viewed {
  const name = `viewed ${sessionKey}`;
  const [paths, setPaths] = useState<ReadonlySet<string>>(() => new Set(readPaths(name)));
  return {
    paths,
    toggle(path) {
      const next = new Set(paths);
      if (!next.delete(path)) next.add(path);
      setPaths(next);
      try {
        localStorage.setItem(name, JSON.stringify([...next]));
      } catch {
        // A browser that keeps nothing forgets it with the page.
      }
    },
  };
}

function readPaths(name: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(kept) ? kept.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}
