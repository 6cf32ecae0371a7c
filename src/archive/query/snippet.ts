import { ACCENT, characterClass, SEPARATOR } from './character-class.ts';
import { foldWord } from './fold-word.ts';

/** The position of a match in a text. */
export interface Span {
  start: number;
  end: number;
}

export interface Snippet {
  before: string;
  match: string;
  after: string;
}

/** The text around a match, without halves of characters. */
export function snippetAround(text: string, { start, end }: Span, context: number): Snippet {
  const from = wholeCharacter(text, Math.max(0, start - context));
  const to = wholeCharacter(text, Math.min(text.length, end + context));
  return { before: text.slice(from, start), match: text.slice(start, end), after: text.slice(end, to) };
}

function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code < 0xe000 ? index + 1 : index;
}

/** The position of a phrase or the first word, ignoring case and accents; in doubt the text's beginning. */
export function findWords(text: string, words: readonly string[], isPhrase: boolean): Span {
  const wanted = words.map((word) => ({ text: foldWord(word.replace(/\*$/, '')), isPrefix: word.endsWith('*') }));
  const fits = (run: Span, index: number): boolean => {
    const { text: word, isPrefix } = wanted[index] ?? { text: '', isPrefix: false };
    const found = foldWord(text.slice(run.start, run.end));
    return isPrefix ? found.startsWith(word) : found === word;
  };
  const recent: Span[] = [];
  for (const run of runsIn(text)) {
    if (!isPhrase) {
      if (wanted.some((_, index) => fits(run, index))) return run;
      continue;
    }
    recent.push(run);
    if (recent.length > wanted.length) recent.shift();
    const [first] = recent;
    if (first && recent.length === wanted.length && recent.every(fits)) return { start: first.start, end: run.end };
  }
  // Within a run of Han or Kana, where words have no borders.
  const [first] = wanted;
  const at = first ? text.toLowerCase().indexOf(first.text) : -1;
  return at === -1 || !first ? { start: 0, end: 0 } : { start: at, end: Math.min(text.length, at + first.text.length) };
}

/** Runs of letters. */
export function* runsIn(text: string): Generator<Span> {
  let start = -1;
  for (let index = 0; index < text.length; ) {
    const code = text.codePointAt(index) ?? 0;
    const kind = characterClass(code);
    if (kind === SEPARATOR) {
      if (start !== -1) yield { start, end: index };
      start = -1;
    } else if (start === -1 && kind !== ACCENT) start = index;
    index += code > 0xffff ? 2 : 1;
  }
  if (start !== -1) yield { start, end: text.length };
}
