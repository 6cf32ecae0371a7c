const BEYOND_ASCII = /[\u0080-\uffff]/;
const ACCENTS = /[\u0300-\u036f]+/;
const known = new Map<string, string>();

/** Removes case and accents of each character by itself, so that a part of a word stays a part of the folded word. */
export function foldWord(word: string): string {
  if (!BEYOND_ASCII.test(word)) return word.toLowerCase();
  let folded = '';
  for (const character of word) folded += foldCharacter(character);
  return folded;
}

function foldCharacter(character: string): string {
  const before = known.get(character);
  if (before !== undefined) return before;
  const parts = character.normalize('NFD');
  // Syllables of Hangul and Kana have parts too, but those are not accents.
  const plain = ACCENTS.test(parts) ? parts.replace(ACCENTS, '') : character;
  // A sigma at the end of a word has another form than within one.
  const folded = plain.toLowerCase().replaceAll('ς', 'σ');
  if (known.size < 0x10000) known.set(character, folded);
  return folded;
}
