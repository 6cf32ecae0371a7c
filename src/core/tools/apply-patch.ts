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
  if (!holdsBeginning(text)) return undefined;
  const reader = createPatchReader(text.includes('\r') ? text.replaceAll('\r\n', '\n').replace(/\r$/, '') : text);
  const changes = reader.read();
  return changes.length > 0 ? changes : undefined;
}

/** True if one of the lines is the mark and nothing else. */
function holdsBeginning(text: string): boolean {
  for (let at = text.indexOf(BEGIN); at !== -1; ) {
    const end = lineEnd(text, at);
    if (text.slice(text.lastIndexOf('\n', at) + 1, end).trim() === BEGIN) return true;
    at = text.indexOf(BEGIN, end);
  }
  return false;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** Lines of a file are taken in runs: most patches are a few runs of many lines. */
function createPatchReader(text: string) {
  const changes: FileChange[] = [];
  let change: FileChange | undefined;
  /** The lines of the file up to now, and whether there are any. */
  let taken = '';
  let hasLines = false;
  /** Where the run of lines begins that is yet to be taken. */
  let run = -1;

  /** Takes the run of lines before this one. The last line of the text has no end. */
  function endRun(start: number): void {
    if (run === -1) return;
    const lines = start > text.length ? `${text.slice(run)}\n` : text.slice(run, start);
    taken += change?.kind === 'add' ? lines.slice(1).replaceAll('\n+', '\n') : lines;
    run = -1;
  }

  function close(start: number): void {
    if (!change) return;
    endRun(start);
    if (change.kind === 'add') change.new_content = taken;
    if (change.kind === 'update' && hasLines) change.diff = taken;
    changes.push(change);
    change = undefined;
  }

  function open(start: number, kind: string, path: string): void {
    close(start);
    change = { path: path.trim(), kind };
    taken = '';
    hasLines = false;
  }

  function fileLine(start: number, end: number): void {
    if (change?.kind === 'add') {
      if (text.charCodeAt(start) !== PLUS) endRun(start);
      else if (run === -1) run = start;
    } else if (change?.kind === 'update') {
      // The first hunk may lack its header, and an empty context line its space.
      if (!hasLines && !text.startsWith('@@', start)) taken = '@@\n';
      hasLines = true;
      if (start === end) {
        endRun(start);
        taken += ' \n';
      } else if (run === -1) run = start;
    }
  }

  /** A line with three stars, as every mark has them. */
  function markedLine(start: number, end: number): void {
    const line = text.slice(start, end);
    if (line.startsWith(ADD)) open(start, 'add', line.slice(ADD.length));
    else if (line.startsWith(DELETE)) open(start, 'delete', line.slice(DELETE.length));
    else if (line.startsWith(UPDATE)) open(start, 'update', line.slice(UPDATE.length));
    else if (line.trim() === '*** End Patch') close(start);
    else if (change?.kind === 'update' && line.startsWith(MOVE)) {
      endRun(start);
      change.move_path = line.slice(MOVE.length).trim();
    } else if (change?.kind === 'update' && line.trimEnd() === END_OF_FILE) endRun(start);
    else fileLine(start, end);
  }

  function read(): FileChange[] {
    let stars = 0;
    let start = 0;
    while (start <= text.length) {
      const end = lineEnd(text, start);
      if (stars !== -1 && stars <= start) stars = text.indexOf('***', start);
      if (stars === -1 || stars >= end) fileLine(start, end);
      else markedLine(start, end);
      start = end + 1;
    }
    close(start);
    return changes;
  }

  return { read };
}

const PLUS = 0x2b;

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
