import { hash } from 'node:crypto';
import { parseObject } from '../../core/lines/json.ts';
import { createRedactor, type Redactor, redactionVersion } from '../../core/redact/index.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { FoldedBlock, FoldedHead } from '../model/thread-sink.ts';
import { type CutText, cutMark, cutResult } from './cut-result.ts';
import { stringsIn } from './index-text.ts';

// Stores keep two readings of a block that holds secrets: as it was said, for its owner, and redacted, for all others.
// A search for others reads the second alone, so nothing in its answer depends on a secret.

const OPTIONS = { level: 'strict' } as const;

/** Tells the rules by which a text was redacted. Texts that others redacted are redacted again. */
export function presentRedaction(): string {
  // Found when it is asked for: it takes a tenth of the start of a command, and most need none.
  version ??= redactionVersion(OPTIONS, (text) => hash('sha256', text));
  return version;
}

let version: string | undefined;
let redactor: Redactor | undefined;

/** One for all texts, because making one takes longer than most texts. */
function ours(): Redactor {
  redactor ??= createRedactor(OPTIONS);
  return redactor;
}

export function redactText(text: string): string {
  return ours().text(text);
}

/**
 * A first prompt as others may see it. `whole`: the same before it was cut, if it is known. If it is not, nothing after
 * the first secret is told, because how much of it is left depends on the secret's length.
 */
export function redactPrompt(prompt: string, whole = ''): string {
  const most = machineLimits.maxFirstPromptLength;
  const isCut = prompt.length >= most;
  if (!isCut || whole.startsWith(prompt)) return redactText(isCut ? whole : prompt).slice(0, most);
  const safe = redactText(prompt);
  return safe === prompt ? safe : safe.slice(0, firstDifference(prompt, safe));
}

/** The first prompt of a session that comes from anywhere. */
export function redactedPrompt({ firstPrompt, redactedPrompt }: FoldedHead): string | undefined {
  return redactedPrompt ?? (firstPrompt === undefined ? undefined : redactPrompt(firstPrompt));
}

function firstDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index;
}

/** The blocks of a run as others may see them: for an index the redacted block, or undefined if it holds no secret. */
export type RedactedRun = (index: number) => FoldedBlock | undefined;

/**
 * Redacts whole messages of a run, when one of their blocks is asked for. `from`: the place of its first block in the
 * session. If one block of a message holds a secret, the others have another id too: that of a call is a hash of its input.
 */
export function redactRun(blocks: readonly FoldedBlock[], from: number): RedactedRun {
  const known = new Map<number, FoldedBlock | undefined>();

  function redactMessage(index: number): void {
    const id = blocks[index]?.message;
    let start = index;
    while (start > 0 && blocks[start - 1]?.message === id) start -= 1;
    let end = index + 1;
    while (end < blocks.length && blocks[end]?.message === id) end += 1;
    const message = blocks.slice(start, end);
    const redacted = message.map(redactBlock);
    const isSecret = redacted.some((block) => block !== undefined);
    for (const [place, block] of message.entries()) {
      const safe = isSecret ? { ...(redacted[place] ?? block), message: `block-${from + start}` } : undefined;
      known.set(start + place, safe && withoutIds(safe));
    }
  }

  return (index) => {
    if (!known.has(index)) redactMessage(index);
    return known.get(index);
  };
}

/** Ids of calls may be made of their inputs, and a program is part of one. Nobody asks for either. */
export function withoutIds<Block extends Pick<FoldedBlock, 'toolUse' | 'parent' | 'program'>>(block: Block): Block {
  const { toolUse: _toolUse, parent: _parent, program: _program, ...rest } = block;
  // Only what may be absent was left out.
  return rest as Block;
}

/** Undefined if nothing in it is secret. */
function redactBlock(block: FoldedBlock): FoldedBlock | undefined {
  const input = redactInput(block.input);
  const { text, omitted } = block.redacted ?? redactedText(block, input);
  const message = redactText(block.message);
  const tool = block.tool && redactText(block.tool);
  const isSame = !input && text === block.text && omitted === block.omitted && tool === block.tool;
  return isSame && message === block.message
    ? undefined
    : { ...block, text, omitted, tool, input: input?.json ?? block.input };
}

/** An input in which something is secret. */
interface RedactedInput {
  json: string;
  /** Its texts, joined, before and after. */
  before: string;
  after: string;
}

/** By the names of its fields too: `{"password": "…"}`. */
function redactInput(json: string | undefined): RedactedInput | undefined {
  const input = json === undefined ? undefined : parseObject(json);
  if (!input) return undefined;
  const safe = ours().value(input);
  if (safe === input) return undefined;
  return { json: JSON.stringify(safe), before: stringsIn(input).join('\n'), after: stringsIn(safe).join('\n') };
}

function redactedText({ text, omitted }: FoldedBlock, input: RedactedInput | undefined): CutText {
  if (omitted !== undefined) return { text: redactText(withoutCutWords(text, omitted)), omitted };
  if (!input) return cutResult(redactText(text));
  const said = text.includes(input.before) ? text.replace(input.before, () => input.after) : input.after;
  return cutResult(redactText(said));
}

const CUT_WORDS = '[redacted:piece]';

/** The words at a cut go: one may be half a secret. */
function withoutCutWords(text: string, omitted: number): string {
  const mark = cutMark(omitted);
  const at = text.indexOf(mark);
  if (at === -1) return text;
  let start = at;
  while (start > 0 && isWord(text, start - 1)) start -= 1;
  let end = at + mark.length;
  while (isWord(text, end)) end += 1;
  return `${text.slice(0, start)}${CUT_WORDS}${mark}${CUT_WORDS}${text.slice(end)}`;
}

function isWord(text: string, index: number): boolean {
  return /\S/.test(text.charAt(index));
}
