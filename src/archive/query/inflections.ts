/** Shorter words have few forms and many look-alikes. */
const LEAST_LETTERS = 3;
/** Longer runs of letters are no words of a language. */
const MOST_LETTERS = 32;
const VOWEL = /[aeiouy]/;

/**
 * The forms of a word that mean the same to a person who searches: singular and plural, and the ends -s, -ed and -ing of
 * verbs. The word itself is the first. These are rules of spelling, made from the word alone, so that all stores find the
 * same and nothing depends on the texts. Forms that no language has match nothing.
 */
export function inflections(word: string): string[] {
  if (word.length < LEAST_LETTERS || word.length > MOST_LETTERS || !/^[a-z]+$/.test(word)) return [word];
  const forms = new Set([word]);
  for (const base of basesOf(word)) for (const form of formsOf(base)) forms.add(form);
  return [...forms];
}

/** The words that this one may be a form of, itself among them if it does not look like a form. */
function basesOf(word: string): string[] {
  const cut = (letters: number): string => word.slice(0, word.length - letters);
  const bases = [word];
  if (/[^aeiou]ies$/.test(word)) bases.push(`${cut(3)}y`);
  else if (/(?:ss|sh|ch|x|z)es$/.test(word)) bases.push(cut(2), cut(1));
  else if (/[^siu]s$/.test(word)) bases.push(cut(1));
  else if (/[^aeiou]ied$/.test(word)) bases.push(`${cut(3)}y`);
  else if (/[^e]ed$/.test(word)) bases.push(cut(1), ...stemsOf(cut(2)));
  else if (word.endsWith('ing')) bases.push(`${cut(3)}e`, ...stemsOf(cut(3)));
  return bases.filter((base) => base.length >= LEAST_LETTERS && VOWEL.test(base.replace(/e$/, '')));
}

/** What stood before -ed or -ing: `stopp` is `stop`, `call` is `call`. */
function stemsOf(stem: string): string[] {
  const isDoubled = /([^aeiou])\1$/.test(stem);
  return isDoubled ? [stem, stem.slice(0, -1)] : [stem];
}

function formsOf(base: string): string[] {
  const stem = base.slice(0, -1);
  if (/[^aeiou]y$/.test(base)) return [base, `${stem}ies`, `${stem}ied`, `${base}ing`];
  if (base.endsWith('e')) return [base, `${base}s`, `${base}d`, `${stem}ing`];
  const plural = /(?:s|sh|ch|x|z)$/.test(base) ? `${base}es` : `${base}s`;
  const forms = [base, plural, `${base}ed`, `${base}ing`];
  // A short vowel doubles the consonant after it: stop, stopped.
  const last = base.at(-1) ?? '';
  if (/[^aeiou][aeiou][^aeiouwxy]$/.test(base)) forms.push(`${base}${last}ed`, `${base}${last}ing`);
  return forms;
}
