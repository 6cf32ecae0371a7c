import { archiveLimits } from '../../limits/archive.ts';
import { ACCENT, CJK, characterClass, LETTER, SEPARATOR } from './character-class.ts';

/** The text for the word index. */
export interface WordText {
  text: string;
  /** True if a run too long for a word was left out: base64, a hash of hashes. Exact search always reads the text. */
  isOdd: boolean;
}

const BEYOND_ASCII = /[\u0080-\uffff]+/g;
/** The engine holds all replaced places at once, and ends the process at some hundred millions. */
const PIECE_LENGTH = 1024 * 1024;

export function wordText(text: string): WordText {
  const spread = spreadCjk(text);
  return withoutLongRuns(spread);
}

/**
 * Spreads runs of Han, Hiragana, Katakana and Hangul to overlapping pairs: otherwise a sentence
 * would be one word. Other characters beyond ASCII that are not letters become spaces.
 */
export function spreadCjk(text: string): string {
  // Checked first: most texts are plain ASCII and are passed on unchanged.
  if (text.search(BEYOND_ASCII) === -1) return text;
  let spread = '';
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + PIECE_LENGTH, text.length);
    while (end < text.length && text.charCodeAt(end) >= 0x80) end += 1;
    spread += text.slice(start, end).replace(BEYOND_ASCII, spreadPart);
    start = end;
  }
  return spread;
}

function spreadPart(part: string): string {
  let spread = '';
  let before = '';
  let isPaired = false;
  const close = () => {
    if (before === '') return;
    spread += isPaired ? ' ' : ` ${before} `;
    before = '';
    isPaired = false;
  };
  for (const character of part) {
    const kind = characterClass(character.codePointAt(0) ?? 0);
    if (kind === CJK) {
      if (before !== '') {
        spread += ` ${before}${character}`;
        isPaired = true;
      }
      before = character;
      continue;
    }
    if (kind === ACCENT) continue;
    close();
    spread += kind === LETTER ? character : ' ';
  }
  close();
  return spread;
}

/** A long run covers at least one of the sampled places, so the rest of the text need not be checked. */
function withoutLongRuns(text: string): WordText {
  const most = archiveLimits.maxWordLength;
  let kept = '';
  let from = 0;
  let place: number = most;
  while (place < text.length) {
    if (!isLetter(text, place)) {
      place += most;
      continue;
    }
    let start = place;
    while (start > from && isLetter(text, start - 1)) start -= 1;
    let end = place + 1;
    while (end < text.length && isLetter(text, end)) end += 1;
    if (end - start > most) {
      kept += `${text.slice(from, start)} `;
      from = end;
    }
    place = Math.max(place + most, end);
  }
  return from === 0 && kept === '' ? { text, isOdd: false } : { text: kept + text.slice(from), isOdd: true };
}

/** Surrogates can only be parts of letters here: all else became a space. */
function isLetter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (code >= 0xd800 && code < 0xe000) || characterClass(code) !== SEPARATOR;
}
