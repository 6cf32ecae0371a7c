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

/** So much further a text goes for the rest of a word. */
const LONGEST_REST = 16;

/** The text around a match, without halves of characters, and of words where their rest is short. */
export function snippetAround(text: string, { start, end }: Span, context: number): Snippet {
  const from = wholeCharacter(text, wordStart(text, Math.max(0, start - context)));
  const to = wholeCharacter(text, wordEnd(text, Math.min(text.length, end + context)));
  return { before: text.slice(from, start), match: text.slice(start, end), after: text.slice(end, to) };
}

function wordStart(text: string, from: number): number {
  const rest = /\S{1,16}$/.exec(text.slice(Math.max(0, from - LONGEST_REST), from))?.[0].length ?? 0;
  return rest < LONGEST_REST && /\S/.test(text.charAt(from)) ? from - rest : from;
}

function wordEnd(text: string, to: number): number {
  const rest = /^\S{1,16}/.exec(text.slice(to, to + LONGEST_REST))?.[0].length ?? 0;
  return rest < LONGEST_REST && to > 0 && /\S/.test(text.charAt(to - 1)) ? to + rest : to;
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
