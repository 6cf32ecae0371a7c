import { isObject, type JsonObject, parseObject, setOwn } from '../lines/json.ts';

/** The parsed output of a shell tool, as given to the model (formats/codex.md, section 3.4). */
export interface CommandOutput {
  /** The command's own output. */
  body: string;
  /** Absent while the command runs, and if it never began. */
  exitCode?: number;
  durationSeconds?: number;
  /** The id by which a running process is reached. */
  session?: string;
  /** The command line, if the agent repeats it above the body. */
  command?: string;
  /** The person or the program stopped the command. */
  aborted?: boolean;
  /** The command began, but the agent reported only an error: a signal, a time limit, the sandbox. */
  failed?: boolean;
  /** Other notes of the agent above the body, such as `chunk_id` or `original_token_count`. */
  notes?: JsonObject;
}

/** Parses any of the text forms. A text without a known header is all body. */
export function parseCommandOutput(text: string): CommandOutput {
  const first = text.charCodeAt(0);
  return (first === 0x7b ? parseJsonForm(text) : undefined) ?? parseHeaderForm(text) ?? parseNotice(text);
}

/**
 * `{"output", "metadata": {"exit_code", "duration_seconds"}}`, `{"session_id", "output"}` of `unified_exec`, and
 * `{"output"}` alone. With other fields it is the command's own JSON.
 */
function parseJsonForm(text: string): CommandOutput | undefined {
  const value = parseObject(text);
  if (!value || typeof value.output !== 'string') return undefined;
  if (!isObject(value.metadata) && value.session_id === undefined && Object.keys(value).length > 1) return undefined;
  const { output, metadata, session_id: session, ...notes } = value;
  const read: CommandOutput = { body: output };
  if (isObject(metadata)) readMetadata(metadata, read, notes);
  else if (metadata !== undefined) notes.metadata = metadata;
  if (typeof session === 'string' || typeof session === 'number') read.session = String(session);
  else if (session !== undefined && session !== null) notes.session_id = session;
  return withNotes(read, notes);
}

function readMetadata(metadata: JsonObject, read: CommandOutput, notes: JsonObject): void {
  for (const name of Object.keys(metadata)) {
    const value = metadata[name];
    if (name === 'exit_code' && Number.isSafeInteger(value)) read.exitCode = Number(value);
    else if (name === 'duration_seconds' && typeof value === 'number') read.durationSeconds = value;
    else setOwn(notes, name, value);
  }
}

/** Returns false if the value is not valid. The line is then not the agent's. */
type HeaderReader = (read: CommandOutput, value: string, notes: JsonObject) => boolean;

/** The lines allowed above `Output:`. The value follows the words. */
const HEADERS: readonly [start: string, reader: HeaderReader][] = [
  ['Exit code: ', (read, value) => setExitCode(read, value)],
  ['Process exited with code ', (read, value) => setExitCode(read, value)],
  ['Process running with session ID ', (read, value) => setSession(read, value)],
  ['Script running with cell ID ', (read, value) => setSession(read, value)],
  ['Wall time: ', (read, value) => setDuration(read, value)],
  ['Wall time ', (read, value) => setDuration(read, value)],
  ['Chunk ID: ', (_read, value, notes) => setNote(notes, 'chunk_id', value)],
  ['Original token count: ', (_read, value, notes) => setCount(notes, 'original_token_count', value)],
  ['Total output lines: ', (_read, value, notes) => setCount(notes, 'total_output_lines', value)],
  ['Script ', (_read, value, notes) => setNote(notes, 'script', value)],
];

/** Header lines count only up to the line `Output:`. What follows is the command's own. */
function parseHeaderForm(text: string): CommandOutput | undefined {
  const read: CommandOutput = { body: '' };
  const notes: JsonObject = {};
  let start = skipCommand(text, read);
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, Math.min(end, start + MAX_HEADER));
    if (line === 'Output:') {
      if (start === 0) return undefined;
      read.body = text.slice(end + 1);
      return withNotes(read, notes);
    }
    if (!readHeader(line, read, notes)) break;
    start = end + 1;
  }
  if (start === 0) return undefined;
  // Without `Output:` the rest is a notice: the command was stopped, or may never have begun.
  return withNotes({ ...read, ...parseNotice(text.slice(start)) }, notes);
}

/** False if the line is not a header. */
function readHeader(line: string, read: CommandOutput, notes: JsonObject): boolean {
  for (const [words, reader] of HEADERS) {
    if (line.startsWith(words)) return reader(read, line.slice(words.length), notes);
  }
  return false;
}

const COMMAND = 'Command: ';

/** 0.115 puts the command first. It may have many lines, and the next header ends it. */
function skipCommand(text: string, read: CommandOutput): number {
  if (!text.startsWith(COMMAND)) return 0;
  const ends = ['\nChunk ID: ', '\nWall time: '].map((header) => text.indexOf(header)).filter((end) => end >= 0);
  if (ends.length === 0) return 0;
  const end = Math.min(...ends);
  read.command = text.slice(COMMAND.length, end);
  return end + 1;
}

/** No header line is longer, but a body's first line may be endless. */
const MAX_HEADER = 200;

/** Parses a text that is all the agent had to say. */
function parseNotice(text: string): CommandOutput {
  const start = text.slice(0, MAX_HEADER).trim();
  const read: CommandOutput = { body: text };
  if (/^(?:aborted$|aborted by user|command aborted)/.test(start)) read.aborted = true;
  if (/^(?:failed in sandbox \w+ with )?execution error:/.test(start)) {
    read.failed = true;
    const code = /exit[ _]code: (-?\d+)/.exec(text.slice(0, MAX_NOTICE));
    if (code) read.exitCode = Number(code[1]);
  }
  if (start.startsWith('Success. Updated the following files:')) read.exitCode = 0;
  return read;
}

const MAX_NOTICE = 1000;

function setExitCode(read: CommandOutput, value: string): boolean {
  if (!/^-?\d+$/.test(value)) return false;
  read.exitCode = Number(value);
  return true;
}

function setSession(read: CommandOutput, value: string): boolean {
  read.session = value;
  return true;
}

function setDuration(read: CommandOutput, value: string): boolean {
  const seconds = Number.parseFloat(value);
  if (!Number.isFinite(seconds)) return false;
  read.durationSeconds = seconds;
  return true;
}

function setNote(notes: JsonObject, name: string, value: unknown): boolean {
  notes[name] = value;
  return true;
}

function setCount(notes: JsonObject, name: string, value: string): boolean {
  return /^\d+$/.test(value) && setNote(notes, name, Number(value));
}

function withNotes(read: CommandOutput, notes: JsonObject): CommandOutput {
  for (const _name in notes) {
    read.notes = notes;
    break;
  }
  return read;
}
