import { createEventReader, createMessageBuilder } from '../../src/index.ts';
import type { Recording } from '../fixtures.ts';
import { LEFT_OUT, type LeftOut } from './left-out.ts';

/**
 * The completeness contract: every text of at least 20 characters in a file is found in its messages, in their content or
 * their notes, unless its path is on the closed list of `left-out.ts`. JSON inside of a text is looked into.
 *
 * A path names the keys on the way down, `[]` for an entry of a list, `!` for JSON inside of a text, and the kind of an
 * object that has a `type`: `<response_item>.payload<function_call>.arguments!.cmd`.
 */

const SHORTEST = 20;

/** A text that is in no message. */
export interface Missing {
  wire: string;
  path: string;
  text: string;
}

/** What no message has of a file, but for the closed list. A line each. */
export function findIncomplete(recordings: readonly Recording[]): string[] {
  return recordings.flatMap((recording) =>
    missingTexts(recording.bytes)
      .filter((missing) => !isLeftOut(missing))
      .map(({ wire, path, text }) => `${wire} ${path}: ${JSON.stringify(text.slice(0, 200))} (${recording.name})`),
  );
}

/** Every text that no message has, with its path. Files of no wire have none. */
export function missingTexts(bytes: Uint8Array): Missing[] {
  const reader = createEventReader();
  const builder = createMessageBuilder({ all: true, agents: true, original: false });
  for (const outcome of [...reader.push(bytes), ...reader.end()]) {
    if (outcome.ok) for (const event of outcome.events) builder.push(event);
  }
  builder.end();
  const { wire } = reader;
  if (wire === undefined || wire === 'unknown') return [];
  const told = textsOf(builder.messages.map(({ content, notes }) => ({ content, notes })));
  const known = new Set(told);
  const all = told.join('\n\0\n');
  const isFound = (text: string) => known.has(text) || all.includes(text.trim());
  const missing: Missing[] = [];
  for (const record of recordsOf(new TextDecoder().decode(bytes))) {
    for (const { path, text } of textsWithPath(record, '', isFound)) {
      if (!isFoundByLines(text, isFound)) missing.push({ wire, path, text });
    }
  }
  return missing;
}

/** An output may stand in a message without the lines around it, and a part of it in a note. */
function isFoundByLines(text: string, isFound: (text: string) => boolean): boolean {
  const data = /^data:[^,]{0,100},/.exec(text);
  if (data) return isFound(text.slice(data[0].length));
  return text.split('\n').every((line) => {
    const bare = line.replace(/^(?:Output|Error): /, '');
    if (bare.trim().length < SHORTEST || FRAME_LINES.test(line) || isFound(bare)) return true;
    const inner = parseInner(line);
    return inner !== undefined && [...textsWithPath(inner, '', isFound)].length === 0;
  });
}

/** Lines around the output of a command for the model: the command again, times, sizes, numbers of processes. */
const FRAME_LINES =
  /^(?:Command: .*|Wall time:? [\d.]+ seconds|Process exited with code -?\d+|Process running with session ID \d+|Original token count: \d+|Total output lines: \d+|Process Group PGID: .*|Background PIDs: .*|<\/?untrusted_context>|Directory: .*)$/;

function recordsOf(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
  }
}

function* textsWithPath(
  value: unknown,
  path: string,
  isFound: (text: string) => boolean,
): Generator<{ path: string; text: string }> {
  if (typeof value === 'string') {
    if (value.length < SHORTEST || isFound(value)) return;
    const inner = parseInner(value);
    if (inner === undefined) yield { path, text: value };
    else yield* textsWithPath(inner, `${path}!`, isFound);
  } else if (Array.isArray(value)) {
    for (const entry of value) yield* textsWithPath(entry, `${path}[]`, isFound);
  } else if (typeof value === 'object' && value !== null) {
    const kind = 'type' in value && typeof value.type === 'string' ? `<${value.type}>` : '';
    for (const [key, inner] of Object.entries(value)) {
      yield* textsWithPath(inner, `${path}${kind}.${isData(key) ? '*' : key}`, isFound);
    }
  }
}

/** Maps are keyed by ids and paths. */
function isData(key: string): boolean {
  return /^[\da-f-]{20,}$/i.test(key) || /[/.]/.test(key);
}

function parseInner(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner);
  }
  return texts;
}

const patterns = new Map<LeftOut, RegExp>();

function isLeftOut({ wire, path, text }: Missing): boolean {
  return LEFT_OUT.some(
    (entry) =>
      (entry.wire === wire || entry.wire === '*') &&
      patternOf(entry).test(path) &&
      (entry.when === undefined || entry.when.test(text)),
  );
}

/** In a path of the list, `*` is any key or kind, and `**` all that is below. */
function patternOf(entry: LeftOut): RegExp {
  const known = patterns.get(entry);
  if (known) return known;
  const source = entry.path
    .replace(/[.[\]()!$+?^{}|\\]/g, '\\$&')
    .replaceAll('**', '\0')
    .replaceAll('*', '[^.<>]*')
    .replaceAll('\0', '.*');
  const pattern = new RegExp(`^${source}$`, 's');
  patterns.set(entry, pattern);
  return pattern;
}
