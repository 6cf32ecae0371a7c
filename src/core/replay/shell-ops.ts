import { lastName, resolvePath } from '../tools/paths.ts';
import { splitWords } from '../tools/shell-words.ts';
import type { FileAction } from './file-op.ts';

/** The text between the line that opens a heredoc and its word. */
interface Heredoc {
  body: string;
  /** False if the shell would change the body: variables and commands in it. */
  isPlain: boolean;
}

interface SimpleCommand {
  command: string;
  heredoc?: Heredoc;
}

/** A command of which the words do not tell what it does to files, and where it runs. */
export interface OtherCommand {
  command: string;
  folder: string | undefined;
}

/** `"$(cat <<'END' … END)"`: a text that is given to a command, such as the message of a commit. */
const GIVEN_TEXT = /"\$\(cat <<-?\s*(['"]?)([\w.-]{1,40})\1\n([\s\S]*?)\n[ \t]*\2\s*\)"/g;
const LONGEST_GIVEN = 50_000;
const MOST_JOINED = 300;
/** All that may end a command, open a quote, or take the meaning from what follows. */
const SIGN = /[;|&\n\\'"]/g;
const OPENING = /<<(-?)\s*(?:'([\w.-]+)'|"([\w.-]+)"|(\\?)([\w.-]+))/;

/** What a script does to files, as far as its words tell: heredocs, `mv`, `cp`, `git mv` and `rm`. */
export function shellOps(script: string, cwd: string | undefined): FileAction[] {
  return readScript(script, cwd).actions;
}

/** What a script does to files, and its commands of which the words do not tell it. */
export function readScript(script: string, cwd: string | undefined): { actions: FileAction[]; others: OtherCommand[] } {
  const actions: FileAction[] = [];
  const others: OtherCommand[] = [];
  let folder = cwd;
  for (const { command, heredoc } of takeApart(withPlainTexts(script))) {
    const words = splitWords(heredoc ? command.replace(OPENING, ' ') : command) ?? [];
    const isStep = words[0] === 'cd' && words[1] !== undefined;
    if (isStep) folder = resolvePath(folder, words[1] ?? '');
    const found = heredoc ? heredocOps(words, heredoc, folder) : moveOps(words, folder);
    actions.push(...found);
    // A body that the shell would change may go anywhere.
    if (found.length === 0 && !isStep)
      others.push({ command: heredoc ? `${command}\n${heredoc.body}` : command, folder });
  }
  return { actions, others };
}

/** Puts a word in the place of texts that are given to commands, unless the shell would run something in them. */
function withPlainTexts(script: string): string {
  if (script.length > LONGEST_GIVEN || !script.includes('"$(cat <<')) return script;
  return script.replace(GIVEN_TEXT, (whole, quote: string, _word, body: string) =>
    quote === '' && /[$`]/.test(body) ? whole : "'text'",
  );
}

/** The simple commands of a script, in order, each with its heredoc. */
function takeApart(script: string): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  const lines = script.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    let line = lines[at] ?? '';
    // A text in quotes and a backslash at the end go on in the next line.
    for (let more = 0; more < MOST_JOINED && at + 1 < lines.length && goesOn(line); more += 1) {
      at += 1;
      line = line.endsWith('\\') ? `${line.slice(0, -1)} ${lines[at] ?? ''}` : `${line}\n${lines[at] ?? ''}`;
    }
    const parts: SimpleCommand[] = splitCommands(line).map((command) => ({ command }));
    commands.push(...parts);
    const found = OPENING.exec(line);
    const opening = parts.find(({ command }) => OPENING.test(command));
    if (!found || !opening) continue;
    const [, dash = '', single, double, backslash = '', bare] = found;
    const word = single ?? double ?? bare;
    const own = (text: string) => (dash === '' ? text : text.replace(/^\t+/, ''));
    let end = at + 1;
    while (end < lines.length && own(lines[end] ?? '') !== word) end += 1;
    if (end === lines.length) continue;
    const lineTexts = lines.slice(at + 1, end).map((text) => `${own(text)}\n`);
    const body = lineTexts.join('');
    const isQuoted = bare === undefined || backslash !== '';
    opening.heredoc = { body, isPlain: isQuoted || !/[$`\\]/.test(body) };
    at = end;
  }
  return commands;
}

/** True for a line with an open quote, or with a backslash at its end. A heredoc has its own end. */
function goesOn(line: string): boolean {
  if (OPENING.test(line)) return false;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '\\' && quote !== "'") {
      at += 1;
      if (at === line.length) return true;
    } else if (quote === '' && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = '';
  }
  return quote !== '';
}

/** Cuts a script at the operators between commands, outside of quotes. */
export function splitCommands(line: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quote = '';
  SIGN.lastIndex = 0;
  for (let found = SIGN.exec(line); found; found = SIGN.exec(line)) {
    const [sign] = found;
    const at = found.index;
    if (quote === '' && isOperator(line, at)) {
      parts.push(line.slice(start, at).trim());
      start = at + 1;
    } else if (sign === '\\' && quote !== "'") SIGN.lastIndex += 1;
    else if (quote === '' && (sign === "'" || sign === '"')) quote = sign;
    else if (sign === quote) quote = '';
  }
  parts.push(line.slice(start).trim());
  return parts.filter((each) => each !== '');
}

/** True for `;`, `|`, `&` and the end of a line, but not in `2>&1`, `&>` and `>|`. */
function isOperator(line: string, at: number): boolean {
  const character = line.charAt(at);
  if (character === ';' || character === '\n') return true;
  if (character === '|') return line[at - 1] !== '>';
  return character === '&' && line[at - 1] !== '>' && line[at - 1] !== '<' && line[at + 1] !== '>';
}

/** `cat > file <<'END'`, `cat >> file`, `tee file`. */
function heredocOps(words: readonly string[], { body, isPlain }: Heredoc, folder: string | undefined): FileAction[] {
  if (!isPlain) return [];
  const [program] = words;
  if (program === 'tee') {
    const append = words.includes('-a');
    const path = words.slice(1).find((word) => !word.startsWith('-') && !word.startsWith('>'));
    return path === undefined ? [] : [written(resolvePath(folder, path), body, append)];
  }
  if (program !== 'cat') return [];
  const text = words.slice(1).join(' ');
  const found = /(?:^|\s)(>>?)\|?\s*(\S+)/.exec(text);
  const path = found?.[2];
  return path === undefined ? [] : [written(resolvePath(folder, path), body, found?.[1] === '>>')];
}

function written(path: string, content: string, append: boolean): FileAction {
  return append
    ? { kind: 'write', path, content, append: true, how: 'heredoc' }
    : { kind: 'write', path, content, how: 'heredoc' };
}

function moveOps(words: readonly string[], folder: string | undefined): FileAction[] {
  const isGit = words[0] === 'git';
  const [program, ...given] = isGit ? words.slice(1) : words;
  if (program !== 'mv' && program !== 'rm' && (program !== 'cp' || isGit)) return [];
  if (isGit && given.includes('--cached')) return [];
  const paths = given.filter((word) => !word.startsWith('-'));
  if (paths.some((path) => /[*?[$`]/.test(path))) return [];
  if (program === 'rm') return paths.map((path) => ({ kind: 'delete', path: resolvePath(folder, path) }));
  const to = paths.at(-1);
  const sources = paths.slice(0, -1);
  if (to === undefined || sources.length === 0) return [];
  const isFolder = sources.length > 1 || to.endsWith('/') || to === '.' || to === '..';
  return sources.map((source) => {
    const target = resolvePath(folder, isFolder ? `${to}/${lastName(source)}` : to);
    const path = resolvePath(folder, source);
    return program === 'cp' ? { kind: 'move', path, to: target, copy: true } : { kind: 'move', path, to: target };
  });
}
