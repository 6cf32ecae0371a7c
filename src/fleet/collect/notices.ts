/** Reports what keeps files from being sent, each thing once. */
export interface Notices {
  tell(message: string): void;
  /** Ends a trouble. It is reported again if it returns. */
  over(trouble: string, message: string): void;
}

const MOST_NOTICES = 10_000;

/** `safeName` removes secrets: names of folders may hold anything. */
export function createNotices(onNotice: (message: string) => void, safeName: (text: string) => string): Notices {
  const told = new Set<string>();
  return {
    tell(message) {
      if (told.has(message) || told.size > MOST_NOTICES) return;
      told.add(message);
      onNotice(safeName(message));
    },
    over(trouble, message) {
      told.delete(trouble);
      onNotice(message);
    },
  };
}
