/** What is asked of the server. */
export interface SearchQuery {
  q: string;
  mode: 'words' | 'phrase' | 'regex';
  agent?: string;
  tool?: string;
  file?: string;
  [name: string]: string | undefined;
}

const NARROWING = ['agent', 'tool', 'file'] as const;

/** Reads the query line: `agent:`, `tool:` and `file:` narrow it, "quotes" are a phrase, /slashes/ a regular expression. */
export function parseQuery(line: string): SearchQuery {
  const query: SearchQuery = { q: '', mode: 'words' };
  const words: string[] = [];
  for (const word of line.trim().split(/\s+/)) {
    const colon = word.indexOf(':');
    const name = NARROWING.find((known) => known === word.slice(0, colon).toLowerCase());
    if (name && colon + 1 < word.length) query[name] = word.slice(colon + 1);
    else words.push(word);
  }
  const rest = words.join(' ').trim();
  const isWrapped = (mark: string) => rest.length > 2 && rest.startsWith(mark) && rest.endsWith(mark);
  if (isWrapped('"')) return { ...query, q: rest.slice(1, -1), mode: 'phrase' };
  if (isWrapped('/')) return { ...query, q: rest.slice(1, -1), mode: 'regex' };
  return { ...query, q: rest };
}
