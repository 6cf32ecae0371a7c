/**
 * Shell words, as Codex joins them. Every `command` that `codex exec --json` prints is an argument list joined by the
 * Rust crate `shlex` 1.3. The quoting here is the same, character for character, so a command of an older dialect,
 * which has the list, reads like one of a newer dialect, which has the text.
 */

/** Joins words into a command line that a shell would split into the same words. */
export function joinWords(words: readonly string[]): string {
  let line = '';
  for (const word of words) line += line === '' ? quoteWord(word) : ` ${quoteWord(word)}`;
  return line;
}

/** Splits a command line by the POSIX rules of quoting. Undefined if a quote or an escape is left open. */
export function splitWords(text: string): string[] | undefined {
  return scan(text)?.words;
}

/** The script of a command line that only runs it in a shell: `/bin/bash -lc 'ls'` → `ls`. */
export function unwrapShell(command: string): string {
  const plain = PLAIN_WRAPPER.exec(command)?.[1];
  if (plain !== undefined) return plain;
  const scanned = scan(command);
  if (!scanned || scanned.hasOperators) return command;
  return shellScript(scanned.words) ?? command;
}

/** The usual case: the whole script in single quotes. */
const PLAIN_WRAPPER = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z)?sh -l?c '([^']*)'$/;

/** Does the same for an argument list. One that runs no shell is joined as it is. */
export function unwrapArgv(words: readonly string[]): string {
  return shellScript(words) ?? joinWords(words);
}

/** The argument list for a script: a login shell. Which shell it is, is recorded only if the call names it. */
export function shellArgv(script: string, shell: unknown, login: unknown): string[] {
  const flag = login === false ? '-c' : '-lc';
  if (typeof shell !== 'string' || shell === '') return ['/bin/bash', flag, script];
  const name = shellName(shell);
  if (POWERSHELLS.has(name)) return [shell, '-Command', script];
  return [shell, name === 'cmd' ? '/c' : flag, script];
}

const POSIX_SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh']);
const POWERSHELLS = new Set(['powershell', 'pwsh']);
const POWERSHELL_SWITCHES = new Set(['-nologo', '-noprofile', '-noninteractive']);

/** The script, if the words are exactly a shell, its flag and a script. */
function shellScript(words: readonly string[]): string | undefined {
  if (words.length < 3) return undefined;
  const [path = '', ...rest] = words;
  return runsScript(shellName(path), rest.slice(0, -1)) ? words.at(-1) : undefined;
}

function runsScript(shell: string, flags: readonly string[]): boolean {
  const [flag] = flags;
  if (POSIX_SHELLS.has(shell)) return flags.length === 1 && (flag === '-c' || flag === '-lc');
  // Windows shells ignore the case of their flags.
  if (shell === 'cmd') return flags.length === 1 && flag?.toLowerCase() === '/c';
  if (!POWERSHELLS.has(shell)) return false;
  const [last, ...switches] = flags.map((each) => each.toLowerCase()).reverse();
  return (last === '-command' || last === '-c') && switches.every((each) => POWERSHELL_SWITCHES.has(each));
}

/** `C:\Program Files\PowerShell\7\pwsh.exe` → `pwsh` */
function shellName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  return name.endsWith('.exe') ? name.slice(0, -4) : name;
}

const WHITESPACE = ' \t\n';
/** Characters that, unquoted, make a command line more than its words. */
const OPERATORS = '|&;<>()$`#\n';
/** Characters that a backslash escapes in double quotes. Before others it stands for itself. */
const ESCAPED_IN_QUOTES = '$`"\\';

function scan(text: string): { words: string[]; hasOperators: boolean } | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let hasOperators = false;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    at += 1;
    if (character === "'") {
      const close = text.indexOf("'", at);
      if (close < 0) return undefined;
      word = (word ?? '') + text.slice(at, close);
      at = close + 1;
    } else if (character === '"') {
      const quoted = readDoubleQuoted(text, at);
      if (!quoted) return undefined;
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (character === '\\') {
      if (at === text.length) return undefined;
      // A backslash before a newline joins two lines.
      if (text[at] !== '\n') word = (word ?? '') + text.charAt(at);
      at += 1;
    } else {
      if (OPERATORS.includes(character)) hasOperators = true;
      if (!WHITESPACE.includes(character)) {
        word = (word ?? '') + character;
      } else if (word !== undefined) {
        words.push(word);
        word = undefined;
      }
    }
  }
  if (word !== undefined) words.push(word);
  return { words, hasOperators };
}

function readDoubleQuoted(text: string, start: number): { text: string; end: number } | undefined {
  let read = '';
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') return { text: read, end: at + 1 };
    const next = text.charAt(at + 1);
    if (character !== '\\' || (next !== '\n' && !(next !== '' && ESCAPED_IN_QUOTES.includes(next)))) {
      read += character;
      at += 1;
    } else {
      if (next !== '\n') read += next;
      at += 2;
    }
  }
  return undefined;
}

const ONLY_BARE = /^[\w+\-./:@\]]+$/;
/** Characters that are impossible or unsafe in single quotes. */
const NEVER_SINGLE = /[\^'\\]/;
/** As far as single quotes reach. POSIX would allow the backslash in them, but fish would not. */
const SINGLE_RUN = /[^^'\\]*/y;
/** As far as double quotes reach. */
const DOUBLE_RUN = /[^^`$!]*/y;

/** Quotes a word in as few pieces as possible. Most words are one piece. */
function quoteWord(word: string): string {
  if (word === '') return "''";
  // Nearly all words are one piece. These two tests avoid a look at each character.
  if (ONLY_BARE.test(word)) return word;
  if (!NEVER_SINGLE.test(word)) return `'${word}'`;
  let quoted = '';
  for (let start = 0; start < word.length; ) {
    // Bash has a bug with `^` in single quotes. Only right after the opening quote is it safe.
    const isCaret = word.charCodeAt(start) === CARET;
    const single = runEnd(SINGLE_RUN, word, isCaret ? start + 1 : start);
    const double = isCaret ? start : runEnd(DOUBLE_RUN, word, start);
    const end = Math.max(single, double);
    const piece = word.slice(start, end);
    if (!isCaret && ONLY_BARE.test(piece)) quoted += piece;
    else quoted += single === end ? `'${piece}'` : `"${piece.replace(/["\\]/g, '\\$&')}"`;
    start = end;
  }
  return quoted;
}

const CARET = 0x5e;

function runEnd(run: RegExp, word: string, from: number): number {
  run.lastIndex = from;
  run.test(word);
  return run.lastIndex;
}
