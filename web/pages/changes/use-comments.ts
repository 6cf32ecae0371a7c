import { useState } from 'react';

/** What the reader says of a line. */
export interface LineComment {
  path: string;
  /** The line in the new text. */
  line: number;
  /** The line itself, for the agent. */
  code: string;
  /** The line is counted from the first of its edit: where it stands in the file is not known. */
  ofEdit?: true;
  text: string;
}

export interface Comments {
  all: readonly LineComment[];
  add(comment: LineComment): void;
  remove(comment: LineComment): void;
  clear(): void;
}

/** Comments on a session. This browser keeps them until they are sent. */
export function useComments(sessionKey: string): Comments {
  const name = `comments ${sessionKey}`;
  const [all, setAll] = useState<readonly LineComment[]>(() => readComments(name));
  function keep(next: readonly LineComment[]): void {
    setAll(next);
    try {
      localStorage.setItem(name, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing forgets them with the page.
    }
  }
  return {
    all,
    add: (comment) => keep([...all, comment]),
    remove: (comment) => keep(all.filter((one) => one !== comment)),
    clear: () => keep([]),
  };
}

function readComments(name: string): LineComment[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isComment) : [];
  } catch {
    return [];
  }
}

function isComment(value: unknown): value is LineComment {
  if (typeof value !== 'object' || value === null) return false;
  const { path, line, code, text }: Partial<Record<keyof LineComment, unknown>> = value;
  return [path, code, text].every((one) => typeof one === 'string') && typeof line === 'number';
}

/** One prompt of all comments, by file and line. */
export function promptOf(comments: readonly LineComment[], shorten: (path: string) => string): string {
  const sorted = comments.toSorted((one, other) =>
    one.path < other.path ? -1 : one.path > other.path ? 1 : one.line - other.line,
  );
  const parts = sorted.map(
    ({ path, line, code, text, ofEdit }) =>
      `${shorten(path)}${ofEdit ? '' : `:${line}`}\n> ${code.trim()}\n${text.trim()}`,
  );
  return `Please change this, by my comments on lines of your changes:\n\n${parts.join('\n\n')}\n`;
}
