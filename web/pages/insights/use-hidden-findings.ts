import { useState } from 'react';
import type { ApiInsights } from '../../../src/doors/server/api-types.ts';

type Finding = Pick<ApiInsights['findings'][number], 'code' | 'title'>;

const NAME = 'hidden findings';
const HIDDEN_MS = 30 * 86_400_000;

/** Findings that the reader does not want to see for 30 days. This browser keeps them. */
export interface HiddenFindings {
  has(finding: Finding): boolean;
  hide(finding: Finding): void;
  showAll(): void;
}

export function useHiddenFindings(now = Date.now()): HiddenFindings {
  const [until, setUntil] = useState<Readonly<Record<string, number>>>(readHidden);
  function keep(next: Readonly<Record<string, number>>): void {
    setUntil(next);
    try {
      localStorage.setItem(NAME, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
  }
  return {
    has: (finding) => (until[keyOf(finding)] ?? 0) > now,
    hide: (finding) => keep({ ...until, [keyOf(finding)]: now + HIDDEN_MS }),
    showAll: () => keep({}),
  };
}

/** The title has the share, which changes from day to day. */
function keyOf({ code, title }: Finding): string {
  return `${code} ${title.replace(/\d+/g, 'N')}`;
}

function readHidden(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '{}');
    const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(entries.filter(([, time]) => typeof time === 'number' && time > Date.now()));
  } catch {
    return {};
  }
}
