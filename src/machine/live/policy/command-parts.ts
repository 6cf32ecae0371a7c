import { isRunner, joinedProgram, runFrom } from './running-words.ts';

const SEPARATORS = /([;&|<>()`\n\r{}]|\$\()/;
const MAX_DEPTH = 4;
/** Behind a runner every word may be a program. So many words after it are enough to know it by. */
const MAX_WORDS = 64;
/** A text in quotes, or behind one that nothing closes: that is looked for once. */
const QUOTED = /(["'])((?:\\.|(?!\1)[^\\])*)(?:\1|\\?$)/gs;
/** What is given to a variable or to another name may be run by it. */
const ASSIGNED = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
/** A shell that reads what is printed before it. */
const FED_SHELL = /\|&?\s*(?:sudo\s+)?(?:\S{0,80}\/)?(?:ba|z|da|k)?sh\b/;
const PRINTERS = new Set(['echo', 'printf']);
/** A shell, and an option by which it takes a script. One pattern of both would look at a line again from each `sh`. */
const SHELL_WORD = /\b(?:ba|z|da|k)?sh\b/;
const SCRIPT_OPTION = /\s-\w*c\b/;

/**
 * Every program with its words that a text may run, for a rule that denies: parts of lists, pipes and substitutions, what
 * stands behind a redirection, `sudo`, `env` or `xargs`, scripts in quotes. It finds too much rather than too little.
 */
export function commandParts(text: string, depth = 0): string[][] {
  const parts: string[][] = [];
  for (const each of new Set([text, ...withoutDisguise(text)])) addSegments(each, parts);
  const mayRunQuoted = /\beval\b/.test(text) || (SHELL_WORD.test(text) && SCRIPT_OPTION.test(text));
  // The same with quotes kept whole: a script in quotes is cut apart by its own signs above.
  for (const [, , quoted = ''] of text.matchAll(QUOTED)) {
    const isScript = mayRunQuoted || /\$\(|`/.test(quoted);
    if (isScript && depth < MAX_DEPTH) parts.push(...commandParts(quoted, depth + 1));
  }
  return parts;
}

/** True if a part of the text begins with these words. A word with a glob is whatever it may become. */
export function hasPart(prefix: readonly string[], text: string): boolean {
  return commandParts(text).some((part) => begins(part, prefix));
}

/** Options and a value of each may stand between the words: `git -C folder push` pushes. */
function begins(part: readonly string[], [program = '', ...others]: readonly string[]): boolean {
  if (!mayBe(part[0], program, true)) return false;
  let at = 1;
  for (const word of others) {
    while (!mayBe(part[at], word, false)) {
      if (!part[at]?.startsWith('-')) return false;
      at += 1;
      const isValue = part[at] !== undefined && !part[at]?.startsWith('-') && !mayBe(part[at], word, false);
      if (isValue) at += 1;
    }
    at += 1;
  }
  return true;
}

/** On many disks `RM` runs `rm`. */
function mayBe(found: string | undefined, word: string, isProgram: boolean): boolean {
  if (found === undefined || found === word) return found === word;
  if (isProgram && found.toLowerCase() === word.toLowerCase()) return true;
  return /[*?[]/.test(found) && mayBecome(found, word);
}

/** True if a glob may become this word: the places in the word that a beginning of the glob may reach, sign by sign. */
function mayBecome(glob: string, word: string): boolean {
  const lastClosing = glob.lastIndexOf(']');
  let reached = [0];
  for (let at = 0; at < glob.length && reached.length > 0; at += 1) {
    const sign = glob.charAt(at);
    if (sign === '*') {
      const least = reached[0] ?? 0;
      reached = Array.from({ length: word.length - least + 1 }, (_, more) => least + more);
      continue;
    }
    const isBracket = sign === '[' && at < lastClosing;
    if (isBracket) at = glob.indexOf(']', at);
    const isAny = isBracket || sign === '?';
    reached = reached.filter((end) => end < word.length && (isAny || word[end] === sign)).map((end) => end + 1);
  }
  return reached.at(-1) === word.length;
}

/** A command without quotes, backslashes and disguise: for a rule that denies what it names. */
export function undisguised(text: string): string {
  return withoutQuotes(withoutDisguise(text)[1]);
}

/**
 * Lines that go on joined, and `$'\x72m'` as the shell reads it. Then the same with variables as they may be: `rm${IFS}-rf`
 * is two words, and `r$@m` is one.
 */
function withoutDisguise(text: string): [string, string] {
  const plain = text
    .replace(/\\\r?\n/g, '')
    .replace(/\$'((?:\\.|[^'\\])*)'/gs, (_, quoted: string) => `'${decoded(quoted)}'`)
    .replaceAll('$"', '"');
  return [plain, plain.replace(/\$(?:\{IFS[^{}]*\}|IFS\b)/g, ' ').replace(/\$(?:\{[^{}]*\}|\w+|[@*!#?-])/g, '')];
}

function decoded(quoted: string): string {
  return quoted.replace(/\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|([0-7]{1,3})|(.))/gis, (_, hex, wide, octal, other) => {
    if (other !== undefined) return /[nrt]/.test(other) ? ' ' : other;
    return String.fromCharCode(octal === undefined ? Number.parseInt(hex ?? wide, 16) : Number.parseInt(octal, 8));
  });
}

function addSegments(text: string, parts: string[][]): void {
  addBraces(text, parts);
  const isFed = FED_SHELL.test(text);
  let isRedirected = false;
  for (const [index, piece] of text.split(SEPARATORS).entries()) {
    if (index % 2 === 1) {
      isRedirected ||= piece === '<' || piece === '>';
      continue;
    }
    const words = wordsOf(piece);
    if (words.length === 0) continue;
    addParts(words, parts, isFed && PRINTERS.has(words[0] ?? ''));
    // `>file rm x`: the program comes after the file.
    if (isRedirected) addParts(words.slice(1), parts);
    isRedirected = false;
  }
}

/** `{rm,-rf,x}` is a command. */
function addBraces(text: string, parts: string[][]): void {
  for (const [, list = ''] of text.matchAll(/\{([^{},]*,[^{}]*)\}/g))
    addParts(wordsOf(list.replaceAll(',', ' ')), parts);
}

function addParts(words: readonly string[], parts: string[][], isScript = false): void {
  let isBehindRunner = isScript;
  for (const [at, word] of words.entries()) {
    const assigned = ASSIGNED.exec(word)?.[0] ?? '';
    const joined = assigned === '' ? joinedProgram(word) : word.slice(assigned.length);
    if (joined) parts.push([baseName(joined), ...words.slice(at + 1, at + MAX_WORDS)]);
    if (assigned !== '') continue;
    const rest = isBehindRunner ? words.slice(at, at + MAX_WORDS) : words.slice(at);
    const name = baseName(word);
    parts.push([name, ...rest.slice(1)], rest);
    isBehindRunner ||= isRunner(name);
    if (isBehindRunner) continue;
    addRun(rest, parts);
    return;
  }
}

/** What a program runs of the words behind it. */
function addRun(words: readonly string[], parts: string[][]): void {
  for (const [at, word] of words.entries()) {
    const joined = joinedProgram(word);
    if (joined) parts.push([baseName(joined), ...words.slice(at + 1, at + MAX_WORDS)]);
  }
  const from = runFrom(words);
  if (from > 1) addParts(words.slice(from), parts, true);
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** Splits at blanks; quotes and backslashes are left out, as the shell does. */
function wordsOf(text: string): string[] {
  return withoutQuotes(text).split(/\s+/).filter(Boolean);
}

function withoutQuotes(text: string): string {
  return text.replace(/\\(?=.)/gs, '').replace(/["']/g, '');
}
