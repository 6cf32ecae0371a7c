import type { FileChange } from '../thread/item.ts';
import { splitWords } from './shell-words.ts';

/** A patch carried by a command. */
export interface CommandPatch {
  patch: string;
  /** The folder into which the script changes first. */
  folder?: string;
}

const BEGIN = '*** Begin Patch';
const ADD = '*** Add File: ';
const DELETE = '*** Delete File: ';
const UPDATE = '*** Update File: ';
const MOVE = '*** Move to: ';
const END_OF_FILE = '*** End of File';

/**
 * Parses Codex's patch text (formats/codex.md, section 5.4) into one change per file. Undefined if it holds none. A
 * patch has no line numbers, so an update's `diff` has the hunks as they are: `@@` with the context given by the patch,
 * then the lines. If the agent's own events carry a diff with numbers, that one replaces it.
 */
export function parsePatch(text: string): FileChange[] | undefined {
  const changes: FileChange[] = [];
  let current: { change: FileChange; lines: string[] } | undefined;

  function close(): void {
    if (!current) return;
    const { change, lines } = current;
    if (change.kind === 'add') change.new_content = lines.length > 0 ? `${lines.join('\n')}\n` : '';
    if (change.kind === 'update' && lines.length > 0) change.diff = `${lines.join('\n')}\n`;
    changes.push(change);
    current = undefined;
  }

  function open(kind: string, path: string): void {
    close();
    current = { change: { path: path.trim(), kind }, lines: [] };
  }

  function fileLine(line: string): void {
    if (current?.change.kind === 'add') addLine(current.lines, line);
    else if (current?.change.kind === 'update') updateLine(current.change, current.lines, line);
  }

  if (!text.includes(BEGIN)) return undefined;
  const lines = text.split('\n');
  if (!lines.some((line) => line.includes(BEGIN) && line.trim() === BEGIN)) return undefined;
  for (const raw of lines) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    // Most lines are of a file. Every mark has three stars.
    if (!line.includes('***')) fileLine(line);
    else if (line.startsWith(ADD)) open('add', line.slice(ADD.length));
    else if (line.startsWith(DELETE)) open('delete', line.slice(DELETE.length));
    else if (line.startsWith(UPDATE)) open('update', line.slice(UPDATE.length));
    else if (line.trim() === '*** End Patch') close();
    else fileLine(line);
  }
  close();
  return changes.length > 0 ? changes : undefined;
}

function addLine(lines: string[], line: string): void {
  if (line.startsWith('+')) lines.push(line.slice(1));
}

function updateLine(change: FileChange, lines: string[], line: string): void {
  if (line.startsWith(MOVE)) {
    change.move_path = line.slice(MOVE.length).trim();
  } else if (line.startsWith('@@')) {
    lines.push(line);
  } else if (line.trimEnd() !== END_OF_FILE) {
    // The first hunk may lack its header, and an empty context line its space.
    if (lines.length === 0) lines.push('@@');
    lines.push(line === '' ? ' ' : line);
  }
}

const NAMES = new Set(['apply_patch', 'applypatch']);
const SHELL_FLAGS = new Set(['-c', '-lc']);

/** The patch of `["apply_patch", patch]`, or of a shell with a heredoc. Undefined for any other command. */
export function patchOfArgv(words: readonly string[]): CommandPatch | undefined {
  const [program = '', second = '', third] = words;
  if (words.length === 2 && NAMES.has(program)) return { patch: second };
  if (words.length === 3 && SHELL_FLAGS.has(second) && third !== undefined) return patchOfScript(third);
  return undefined;
}

/** The patch of `apply_patch <<'EOF' … EOF`, with or without `cd folder &&`. Undefined for any other script. */
export function patchOfScript(script: string): CommandPatch | undefined {
  const firstLineEnd = script.indexOf('\n');
  if (firstLineEnd === -1) return undefined;
  const opening = readOpening(script.slice(0, firstLineEnd).trim());
  const body = script.trimEnd();
  if (!opening || !body.endsWith(`\n${opening.word}`)) return undefined;
  const patch = body.slice(firstLineEnd + 1, body.length - opening.word.length - 1);
  const folder = opening.folder === undefined ? undefined : splitWords(opening.folder)?.[0];
  return folder === undefined ? { patch } : { patch, folder };
}

/** Parses the first line of such a script from its end: one pattern for the whole line would try every split. */
function readOpening(line: string): { word: string; folder?: string } | undefined {
  const at = line.lastIndexOf('<<');
  if (at < 0) return undefined;
  const word = /^-?\s*(['"]?)(\w+)\1$/.exec(line.slice(at + 2))?.[2];
  const command = line.slice(0, at).trimEnd();
  const name = [...NAMES].find((candidate) => command.endsWith(candidate));
  if (word === undefined || name === undefined) return undefined;
  const before = command.slice(0, -name.length).trimEnd();
  if (before === '') return { word };
  if (!before.endsWith('&&') || !/^cd\s/.test(before)) return undefined;
  const folder = before.slice(2, -2).trim();
  return folder === '' ? undefined : { word, folder };
}
