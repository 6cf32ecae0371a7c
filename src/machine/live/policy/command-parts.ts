/** Words that run what follows them. */
const RUNNERS = new Set(
  [
    'sudo doas su runuser pkexec env exec command builtin eval coproc trap nohup time nice ionice xargs parallel',
    'setsid stdbuf timeout busybox watch flock strace chroot unshare script',
    'then do else elif if while until ! {',
  ].flatMap((line) => line.split(' ')),
);
/** Options of `find` that run what follows them. */
const RUNNING_OPTION = /^-(?:exec|ok)(?:dir)?$/;
const SHELL = /^(?:ba|z|da|k)?sh$/;
const SEPARATORS = /([;&|<>()`\n\r{}]|\$\()/;
const MAX_DEPTH = 4;
/** Behind a runner every word may be a program. So many words after it are enough to know it by. */
const MAX_WORDS = 64;
/** A shell that takes a script by option, or `eval`. */
const SCRIPT_BEFORE = /(?:\b(?:ba|z|da|k)?sh\b[^\n]*\s-\w*c\b)|\beval\b/;

/**
 * Every program with its words that a text may run, for a rule that denies: parts of lists, pipes and substitutions, what
 * stands behind a redirection, `sudo`, `env` or `xargs`, scripts in quotes. It finds too much rather than too little.
 */
export function commandParts(text: string, depth = 0): string[][] {
  const parts: string[][] = [];
  for (const each of new Set([text, ...withoutDisguise(text)])) addSegments(each, parts);
  // The same with quotes kept whole: a script in quotes is cut apart by its own signs above.
  for (const [, , quoted = ''] of text.matchAll(/(["'])((?:\\.|(?!\1)[^\\])*)\1/gs)) {
    const isScript = /\$\(|`/.test(quoted) || SCRIPT_BEFORE.test(text);
    if (isScript && depth < MAX_DEPTH) parts.push(...commandParts(quoted, depth + 1));
  }
  return parts;
}

/** True if a part of the text begins with these words. A word with a glob is whatever it may become. */
export function hasPart(prefix: readonly string[], text: string): boolean {
  return commandParts(text).some((part) => prefix.every((word, index) => mayBe(part[index], word, index === 0)));
}

/** On many disks `RM` runs `rm`. */
function mayBe(found: string | undefined, word: string, isProgram: boolean): boolean {
  if (found === undefined || found === word) return found === word;
  if (isProgram && found.toLowerCase() === word.toLowerCase()) return true;
  if (!/[*?[]/.test(found)) return false;
  const pattern = found.replace(/\[[^\]]*\]|[*?]|[\\^$.|+()[\]{}]/g, (sign) => {
    if (sign === '*') return '.*';
    return sign === '?' || sign.length > 1 ? '.' : `\\${sign}`;
  });
  return new RegExp(`^${pattern.replace(/(?:\.\*)+/g, '.*')}$`, 's').test(word);
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
  let isRedirected = false;
  for (const [index, piece] of text.split(SEPARATORS).entries()) {
    if (index % 2 === 1) {
      isRedirected ||= piece === '<' || piece === '>';
      continue;
    }
    const words = wordsOf(piece);
    if (words.length === 0) continue;
    addParts(words, parts);
    // `>file rm x`: the program comes after the file.
    if (isRedirected) addParts(words.slice(1), parts);
    isRedirected = false;
  }
}

/** `{rm,-rf,x}` is a command. */
function addBraces(text: string, parts: string[][]): void {
  for (const [, list = ''] of text.matchAll(/\{([^{}]*,[^{}]*)\}/g))
    addParts(wordsOf(list.replaceAll(',', ' ')), parts);
}

function addParts(words: readonly string[], parts: string[][]): void {
  let isBehindRunner = false;
  for (const [at, word] of words.entries()) {
    if (/^[A-Za-z_]\w*\+?=/.test(word)) continue;
    const rest = isBehindRunner ? words.slice(at, at + MAX_WORDS) : words.slice(at);
    const name = baseName(word);
    parts.push([name, ...rest.slice(1)], rest);
    isBehindRunner ||= RUNNERS.has(name) || SHELL.test(name);
    if (isBehindRunner) continue;
    const option = words.findIndex((each) => RUNNING_OPTION.test(each));
    if (option > at) addParts(['exec', ...words.slice(option + 1)], parts);
    return;
  }
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
