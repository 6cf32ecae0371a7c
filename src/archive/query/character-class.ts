/** The classes of characters in the word index. */
export const SEPARATOR = 0;
export const LETTER = 1;
/** Han, Hiragana, Katakana, Hangul: written without spaces between words. */
export const CJK = 2;
/** An accent that follows its letter. It is ignored. */
export const ACCENT = 3;

const UNKNOWN = 255;
/** Caches results; a table for most of Unicode, filled as texts need it. */
const table = new Uint8Array(0x10000).fill(UNKNOWN);
const beyond = new Map<number, number>();

/** Made where they are asked for: letters of ASCII are known without. */
const letters = () => /[\p{L}\p{N}]/u;
const cjkScripts = () => /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;
/** Letters that SQLite's tokenizer takes for separators. */
const ODD_LETTERS = /[\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]/;

/** SQLite's old Unicode takes new emoji for letters. It gets only characters on whose word borders both agree. */
export function characterClass(code: number): number {
  if (code >= 0x10000) {
    const known = beyond.get(code) ?? classify(code);
    if (beyond.size < 0x10000) beyond.set(code, known);
    return known;
  }
  const known = table[code] ?? UNKNOWN;
  if (known !== UNKNOWN) return known;
  const found = classify(code);
  table[code] = found;
  return found;
}

function classify(code: number): number {
  if (code < 0x80) return isAsciiLetter(code) ? LETTER : SEPARATOR;
  if (code >= 0x300 && code <= 0x36f) return ACCENT;
  const character = String.fromCodePoint(code);
  if (!letters().test(character) || ODD_LETTERS.test(character)) return SEPARATOR;
  return cjkScripts().test(character) ? CJK : LETTER;
}

/** A letter or a digit. */
function isAsciiLetter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
