import { readFileSync } from 'node:fs';
import {
  createEventReader,
  createMessageBuilder,
  type MessageNote,
  type Outcome,
  type UnifiedMessage,
} from 'threadline';
import { type Omitted, writers } from 'threadline/writers';
import { limits } from '../../src/limits/index.ts';

/** One thing that was said or done, whichever message it stands in. */
export type Part =
  | { role: string; text: string }
  | { role: string; thinking: string }
  | { role: string; image: object; isOfResult: boolean }
  | { name: string; input: object; output: string | undefined; isError: boolean | undefined };

export const FORMATS: readonly { to: string; style?: string }[] = [
  { to: 'claude' },
  { to: 'codex' },
  { to: 'codex', style: 'paginated' },
  { to: 'gemini' },
  { to: 'qwen' },
  { to: 'pi' },
];

export function readOutcomes(bytes: Uint8Array | string): Outcome[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()];
}

export function messagesOf(outcomes: readonly Outcome[]): readonly UnifiedMessage[] {
  const builder = createMessageBuilder({ original: false });
  for (const outcome of outcomes) if (outcome.ok) for (const event of outcome.events) builder.push(event);
  builder.end();
  return builder.messages;
}

/** The thread as a session file of that format, and what was left out of it. */
export function written(outcomes: readonly Outcome[], { to, style }: { to: string; style?: string }) {
  const omitted = new Map<Omitted, number>();
  const onOmitted = (what: Omitted) => void omitted.set(what, (omitted.get(what) ?? 0) + 1);
  const writer = writers.get(to)?.({ style, onOmitted, kind: () => 'store' });
  if (!writer) throw new TypeError(`no writer ${to}`);
  const pieces: string[] = [];
  for (const outcome of outcomes) for (const piece of writer.push(outcome)) pieces.push(piece);
  for (const piece of writer.end()) pieces.push(piece);
  return { text: pieces.join(''), omitted };
}

export function partsOf(messages: readonly UnifiedMessage[]): Part[] {
  const parts: Part[] = [];
  for (const { role, content, notes: all = [] } of messages) {
    // Context that the CLI put in is left out.
    const notes = all.filter(({ kind }) => role !== 'user' || kind !== 'context');
    const calls = new Map<string, Extract<Part, { name: string }>>();
    const before = parts.length;
    for (const block of content) {
      if (block.type === 'text') parts.push({ role, text: block.text });
      else if (block.type === 'thinking') parts.push({ role, thinking: block.thinking });
      else if (block.type === 'image') parts.push({ role, image: block.source, isOfResult: calls.size > 0 });
      else if (block.type === 'tool_use') {
        const call = { name: block.name, input: block.input, output: undefined, isError: undefined };
        calls.set(block.id, call);
        parts.push(call);
      } else {
        const call = calls.get(block.tool_use_id);
        if (call) Object.assign(call, { output: block.content, isError: block.is_error });
      }
    }
    if (notes.length > 0) addNotes(parts, before, role, [...calls.values()][0], noteText(notes));
  }
  return parts;
}

/** Notes are handed over as text: at the end of the result, or after what was said. It is one text with that. */
function addNotes(
  parts: Part[],
  before: number,
  role: string,
  call: Extract<Part, { name: string }> | undefined,
  text: string,
): void {
  const last = parts.length > before ? parts.at(-1) : undefined;
  if (!call && last && 'text' in last) last.text = `${last.text}\n${text}`;
  else if (!call) parts.push({ role, text });
  else if (call.output === undefined) {
    call.output = `No result was recorded.\n\n${text}`;
    call.isError = true;
  } else call.output = call.output === '' ? text : `${call.output}\n\n${text}`;
}

function noteText(notes: readonly MessageNote[]): string {
  const kinds = [...new Set(notes.map(({ kind }) => kind))];
  const textsOf = (kind: string) => notes.filter((note) => note.kind === kind).map(({ text }) => text);
  return kinds.map((kind) => `[${kind.replaceAll('_', ' ')}] ${textsOf(kind).join('\n')}`).join('\n');
}

/** What docs/writers.md says of a format, by the first words of each row: `kept`, `left out`, `cut`, … */
function table(to: string): (row: string) => string {
  const lines = readFileSync(new URL('../../docs/writers.md', import.meta.url), 'utf8').split('\n');
  const head = lines.findIndex((line) => line.startsWith('| what | claude |'));
  const cells = (line = '') => line.split('|').map((cell) => cell.trim());
  const column = cells(lines[head]).indexOf(to);
  return (row) => {
    const line = lines.slice(head).find((candidate) => candidate.startsWith(`| ${row}`));
    const [, word] = /^(kept|left out|said|cut|replaced)\b/.exec(cells(line)[column] ?? '') ?? [];
    if (word === undefined) throw new Error(`docs/writers.md does not say what ${to} does with ${row}`);
    return word;
  };
}

/** What is to come back of a thread that is written in a format and read again, by the table of docs/writers.md. */
export function expectedParts(parts: readonly Part[], to: string): Part[] {
  const does = table(to);
  const isKept = (row: string) => does(row) === 'kept';
  return parts.flatMap((part): Part[] => {
    if ('name' in part) return [expectedCall(part, does)];
    if (part.role === 'system' && !isKept('notices')) return [];
    if ('thinking' in part && part.thinking.trim() === '') return [];
    if ('thinking' in part) return isKept('thinking') ? [{ ...part, thinking: part.thinking.toWellFormed() }] : [];
    if ('text' in part) return [{ ...part, text: part.text.toWellFormed() }];
    if (!isSendable(part.image) && does('images by a path') === 'left out') return [];
    if ('url' in part.image && !isKept('images by an address')) return [];
    return isKept(part.isOfResult ? 'images of a result' : 'images of a prompt') ? [part] : [];
  });
}

function expectedCall(call: Extract<Part, { name: string }>, does: (row: string) => string): Part {
  const name = does('characters in the name') === 'kept' ? call.name : call.name.replace(/[^\w-]/g, '_').slice(0, 64);
  const input = isDeep(call.input) && does('inputs nested') === 'left out' ? {} : wellFormed(call.input);
  if (call.output === undefined) {
    return {
      name,
      input,
      output: does('the result of a call') === 'said' ? 'No result was recorded.' : '',
      isError: true,
    };
  }
  const isSilent = call.isError && call.output === '' && name === 'Bash' && 'command' in call.input;
  if (isSilent && does('nothing, from') === 'replaced') return { name, input, output: 'exit code 1', isError: true };
  const isCut = call.output.length > limits.maxHandedOverOutput && does('outputs of more than') === 'cut';
  return { name, input, output: isCut ? CUT : call.output.toWellFormed(), isError: call.isError };
}

const CUT = '(cut)';

/** Parts that came back, with one word for what only says that something is not there. */
export function comparable(parts: readonly Part[]): Part[] {
  return parts.map((part) => {
    if (!('name' in part)) return part;
    const input = 'threadline' in part.input ? {} : part.input;
    const isCut = / characters cut by threadline\]/.test(part.output ?? '') && (part.output?.length ?? 0) <= 30_000;
    return { ...part, input, output: isCut ? CUT : part.output };
  });
}

function wellFormed(value: object): object {
  return JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? inner.toWellFormed() : inner)));
}

function isSendable(source: object): boolean {
  if ('url' in source) return /^https?:\/\//.test(String(source.url));
  return 'media_type' in source && /^image\/(?:png|jpeg|gif|webp)$/.test(String(source.media_type));
}

function isDeep(input: object): boolean {
  let depth = 0;
  for (let value: unknown = input; typeof value === 'object' && value !== null; value = Object.values(value)[0])
    depth += 1;
  return depth > limits.maxWrittenDepth + 1;
}
