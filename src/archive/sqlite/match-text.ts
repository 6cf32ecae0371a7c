import type { Phrase, WordQuery } from '../query/word-query.ts';

/** A query in the syntax of FTS5. Words hold only letters and digits, so nothing in them has a special meaning. */
export function matchText(query: WordQuery): string {
  return query
    .map((phrases) => {
      const any = phrases.map(phraseText).join(' OR ');
      return phrases.length > 1 && query.length > 1 ? `(${any})` : any;
    })
    .join(' AND ');
}

function phraseText({ words, isPrefix }: Phrase): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`;
}
