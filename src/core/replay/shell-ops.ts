import { lastName, resolvePath } from '../tools/paths.ts';
import { splitWords } from '../tools/shell-words.ts';
import type { FileAction } from './file-op.ts';

/** A heredoc: the line that opens it, and the lines up to its word. */
interface Heredoc {
  opening: string;
  body: string;
  /** False if the shell would change the body: variables and commands in it. */
  isPlain: boolean;
}

const OPENING = /<<-?\s*(?:'([\w.-]+)'|"([\w.-]+)"|\\?([\w.-]+))/;

/** What a script does to files, as far as its words tell: heredocs, `mv`, `cp`, `git mv` and `rm`. */
export function shellOps(script: string, cwd: string | undefined): FileAction[] {
  const ops: FileAction[] = [];
  let folder = cwd;
  const { commands, heredocs } = takeApart(script);
  for (const command of commands) {
    const heredoc = heredocs.get(command);
    const words = splitWords(heredoc ? command.replace(OPENING, ' ') : command);
    if (!words || words.length === 0) continue;
    if (words[0] === 'cd' && words[1] !== undefined) folder = resolvePath(folder, words[1]);
    else if (heredoc) ops.push(...heredocOps(words, heredoc, folder));
    else ops.push(...moveOps(words, folder));
  }
  return ops;
}

/** The simple commands of a script, in order, and the heredocs of those that have one. */
function takeApart(script: string): { commands: string[]; heredocs: Map<string, Heredoc> } {
  const commands: string[] = [];
  const heredocs = new Map<string, Heredoc>();
  const lines = script.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const found = OPENING.exec(line);
    const word = found?.[1] ?? found?.[2] ?? found?.[3];
    const parts = splitCommands(line);
    commands.push(...parts);
    if (!found || word === undefined) continue;
    const end = lines.findIndex((other, index) => index > at && other.trim() === word);
    if (end === -1) continue;
    const body = lines.slice(at + 1, end);
    const isQuoted = found[3] === undefined || found[0].includes('\\');
    const text = body.map((each) => `${each}\n`).join('');
    const opening = parts.find((part) => part.includes('<<')) ?? line;
    heredocs.set(opening, { opening, body: text, isPlain: isQuoted || !/[$`\\]/.test(text) });
    at = end;
  }
  return { commands, heredocs };
}

/** Cuts a line at the operators between commands, outside of quotes. */
function splitCommands(line: string): string[] {
  const parts: string[] = [];
  let part = '';
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote === '' && (character === ';' || character === '|' || character === '&') && line[at - 1] !== '>') {
      parts.push(part.trim());
      part = '';
      if (line[at + 1] === character) at += 1;
      continue;
    }
    if (character === '\\' && quote !== "'") {
      part += character + (line[at + 1] ?? '');
      at += 1;
      continue;
    }
    if (quote === '' && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = '';
    part += character;
  }
  parts.push(part.trim());
  return parts.filter((each) => each !== '');
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
