/** A command that a shell takes for one program and its words, with nothing around it. */
export interface SimpleCommand {
  words: readonly string[];
  /** The words that the shell may turn into others: `*.ts`, `~`, `{a,b}`. */
  expands: readonly boolean[];
}

/** Unquoted, each makes more of a line than its words, or does so in one shell or another. */
const OPERATORS = new Set([...';&|<>()$`\n\r']);
const EXPANDING = new Set([...'*?[]{}~^!']);
/** What a backslash escapes in double quotes. Before others it stands for itself. */
const ESCAPED = new Set([...'$`"\\']);
/** Whatever is not seen, or breaks lines and words in other programs' eyes. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
/** A shell of the system. One that lies in the project could be any program. */
const SHELLS = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/;

/**
 * Takes one simple command apart. Undefined for all else: lists, pipes, redirections, substitutions, variables, comments,
 * assignments, a program that the shell has yet to find out, quotes that do not close, characters that cannot be seen.
 * What is not understood is not allowed, so this knows few things.
 */
export function readSimpleCommand(text: string): SimpleCommand | undefined {
  if (INVISIBLE.test(text.replaceAll('\t', ' '))) return undefined;
  const words: string[] = [];
  const expands: boolean[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === ' ' || text[at] === '\t') {
      at += 1;
      continue;
    }
    const word = readWord(text, at);
    if (!word) return undefined;
    words.push(word.text);
    expands.push(word.expands);
    at = word.end;
  }
  const isPlain = words.length > 0 && !expands[0] && words[0] !== '' && !ASSIGNMENT.test(words[0] ?? '');
  return isPlain ? { words, expands } : undefined;
}

/** The command itself, of one that only runs it in a shell of the system: `/bin/bash -lc 'git status'`. */
export function unwrapCommand(text: string): string {
  const outer = readSimpleCommand(text);
  const [shell = '', flag, script, ...rest] = outer?.words ?? [];
  const isWrapper = SHELLS.test(shell) && (flag === '-c' || flag === '-lc') && rest.length === 0;
  return isWrapper && script !== undefined && !outer?.expands[2] ? script : text;
}

interface Word {
  text: string;
  expands: boolean;
  end: number;
}

function readWord(text: string, start: number): Word | undefined {
  let word = '';
  let expands = false;
  let at = start;
  // A comment hides what follows it.
  if (text[at] === '#') return undefined;
  while (at < text.length && text[at] !== ' ' && text[at] !== '\t') {
    const character = text.charAt(at);
    if (character === "'" || character === '"') {
      const quoted = character === "'" ? readSingle(text, at + 1) : readDouble(text, at + 1);
      if (!quoted) return undefined;
      word += quoted.text;
      at = quoted.end;
    } else if (character === '\\') {
      if (at + 1 >= text.length) return undefined;
      word += text.charAt(at + 1);
      at += 2;
    } else if (OPERATORS.has(character)) {
      return undefined;
    } else {
      expands ||= EXPANDING.has(character) || (character === '=' && word === '');
      word += character;
      at += 1;
    }
  }
  return { text: word, expands, end: at };
}

function readSingle(text: string, start: number): { text: string; end: number } | undefined {
  const close = text.indexOf("'", start);
  return close < 0 ? undefined : { text: text.slice(start, close), end: close + 1 };
}

function readDouble(text: string, start: number): { text: string; end: number } | undefined {
  let read = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return { text: read, end: at + 1 };
    // Substitutions work in double quotes too. A history mark may.
    if (character === '$' || character === '`' || character === '!') return undefined;
    if (character !== '\\') {
      read += character;
      continue;
    }
    const next = text.charAt(at + 1);
    const isEscaped = ESCAPED.has(next);
    read += isEscaped ? next : character;
    if (isEscaped) at += 1;
  }
  return undefined;
}
