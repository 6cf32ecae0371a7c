import type { SearchQuery } from '../../../archive/index.ts';
import { usageError } from '../exit.ts';
import type { SearchValues } from './command.ts';

type Meant = Pick<SearchQuery, 'text' | 'mode'>;

/**
 * Parses a search. Arguments are joined by blanks. A single argument may be marked by its first and last character:
 * `"…"` a phrase, `'…'` these characters, `/…/` a pattern. A path such as `/usr/lib/` is not a pattern.
 */
export function parseQuery(args: readonly string[], given: SearchValues): Meant {
  const [mode, other] = (['phrase', 'exact', 'regex'] as const).filter((name) => given[name]);
  if (other) throw usageError(`--${mode} and --${other} exclude each other`, 'search');
  const text = args.join(' ');
  const meant = mode ? { text, mode } : (args.length === 1 && quoted(text)) || { text, mode: 'words' as const };
  if (meant.text.trim() === '') throw usageError('say what to look for', 'search');
  if (meant.mode === 'regex') refuseBadPattern(meant.text);
  return meant;
}

function quoted(text: string): Meant | undefined {
  const inner = text.slice(1, -1);
  if (inner === '' || text.at(0) !== text.at(-1)) return undefined;
  if (text.startsWith('"')) return { text: inner, mode: 'phrase' };
  if (text.startsWith("'")) return { text: inner, mode: 'exact' };
  return text.startsWith('/') && !inner.includes('/') ? { text: inner, mode: 'regex' } : undefined;
}

/** Checked before anything is opened or indexed. The store takes a pattern with Unicode or without. */
function refuseBadPattern(source: string): void {
  let reason = '';
  for (const flags of ['u', '']) {
    try {
      new RegExp(source, flags);
      return;
    } catch (error) {
      // The engine repeats the pattern between slashes of its own, also one that was typed with them.
      reason = String(error).slice(String(error).lastIndexOf(': ') + 2);
    }
  }
  throw usageError(`'${source}' is no regular expression: ${reason.toLowerCase()}`, 'search');
}
