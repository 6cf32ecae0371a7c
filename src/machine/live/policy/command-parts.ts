/** Words that run what follows them. */
const RUNNERS = new Set([
  ...[
    'sudo',
    'doas',
    'env',
    'exec',
    'command',
    'builtin',
    'eval',
    'nohup',
    'time',
    'nice',
    'xargs',
    'setsid',
    'stdbuf',
  ],
  ...['then', 'do', 'else', 'elif', 'if', 'while', 'until', '!', '{', 'timeout', 'busybox'],
]);
const SHELL = /^(?:ba|z|da|k)?sh$/;
const SEPARATORS = /[;&|<>()`\n\r{}]|\$\(/;

/**
 * Every program with its words that a text may run, for a rule that denies: parts of lists, pipes and substitutions, what
 * stands behind `sudo`, `env` or `xargs`, scripts in quotes. It finds too much rather than too little.
 */
export function commandParts(text: string, depth = 0): string[][] {
  const parts: string[][] = [];
  for (const segment of text.split(SEPARATORS)) addParts(wordsOf(segment), parts);
  // The same with quotes kept whole: a script in quotes is cut apart by its own signs above.
  for (const [, , quoted = ''] of text.matchAll(/(["'])((?:\\.|(?!\1)[^\\])*)\1/gs)) {
    const isScript = /\$\(|`/.test(quoted) || SCRIPT_BEFORE.test(text);
    if (isScript && depth < MAX_DEPTH) parts.push(...commandParts(quoted, depth + 1));
  }
  return parts;
}

const MAX_DEPTH = 4;
/** A shell that takes a script by option, or `eval`. */
const SCRIPT_BEFORE = /(?:\b(?:ba|z|da|k)?sh\b[^\n]*\s-\w*c\b)|\beval\b/;

function addParts(words: string[], parts: string[][]): void {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^[A-Za-z_]\w*\+?=/.test(word)) continue;
    const rest = words.slice(at);
    parts.push([baseName(word), ...rest.slice(1)], rest);
    const name = baseName(word);
    if (SHELL.test(name)) continue;
    if (!RUNNERS.has(name) && !isArgumentOfRunner(words, at)) return;
  }
}

/** Options and numbers between a runner and its program: `sudo -u root rm`, `timeout 5 rm`. */
function isArgumentOfRunner(words: readonly string[], at: number): boolean {
  const before = words.slice(0, at).map(baseName);
  return before.some((word) => RUNNERS.has(word) || SHELL.test(word));
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** Splits at blanks; quotes and backslashes are left out, as the shell does. */
function wordsOf(text: string): string[] {
  return text
    .replace(/\\(?=.)/gs, '')
    .replace(/["']/g, '')
    .split(/\s+/)
    .filter(Boolean);
}
