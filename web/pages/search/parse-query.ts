/** The query for the server. */
export interface SearchQuery {
  q: string;
  mode: 'words' | 'phrase' | 'regex';
  /** Any of these. */
  agent?: readonly string[];
  project?: readonly string[];
  role?: string;
  tool?: string;
  file?: string;
}

const NARROWING = ['agent', 'tool', 'file'] as const;

/** Parses the query line: `agent:`, `tool:` and `file:` narrow it, "quotes" are a phrase, /slashes/ a regex. */
export function parseQuery(line: string): SearchQuery {
  const query: SearchQuery = { q: '', mode: 'words' };
  const words: string[] = [];
  for (const word of wordsOf(line)) {
    const name = narrowingName(word);
    const value = word.slice(word.indexOf(':') + 1);
    if (name === 'agent') query.agent = [...(query.agent ?? []), value];
    else if (name) query[name] = value;
    else words.push(word);
  }
  const rest = words.join(' ').trim();
  const isWrapped = (mark: string) => rest.length > 2 && rest.startsWith(mark) && rest.endsWith(mark);
  if (isWrapped('"')) return { ...query, q: rest.slice(1, -1), mode: 'phrase' };
  if (isWrapped('/')) return { ...query, q: rest.slice(1, -1), mode: 'regex' };
  return { ...query, q: rest };
}

/** The words of the line that narrow it, unchanged. */
export function narrowingWords(line: string): string[] {
  return [...new Set(wordsOf(line).filter(narrowingName))];
}

/** The line without one of its words. */
export function withoutWord(line: string, word: string): string {
  return wordsOf(line)
    .filter((other) => other !== word)
    .join(' ');
}

function wordsOf(line: string): string[] {
  return line.trim().split(/\s+/);
}

function narrowingName(word: string): (typeof NARROWING)[number] | undefined {
  const colon = word.indexOf(':');
  return colon + 1 < word.length
    ? NARROWING.find((known) => known === word.slice(0, Math.max(0, colon)).toLowerCase())
    : undefined;
}
