import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ItemNote, ThreadItem } from '../../thread/item.ts';
import { type CallFacts, callItem, type ToolRole } from '../call-item.ts';

/** Tools of Kimi Code whose calls are more than a call. */
const ROLES = new Map<string, ToolRole>([
  ['Bash', 'command'],
  ['Write', 'write'],
  ['Edit', 'edit'],
  ['WebSearch', 'search'],
  ['TodoList', 'todos'],
]);

/** The result of a call: a text, or parts with images. */
export interface KimiOutput {
  text: string;
  images: string[];
  /** Parts of other kinds. */
  others: unknown[];
}

export function readOutput(output: unknown): KimiOutput {
  const read: KimiOutput = { text: '', images: [], others: [] };
  if (typeof output === 'string') return { ...read, text: output };
  const parts: unknown[] = Array.isArray(output) ? output : output === undefined || output === null ? [] : [output];
  for (const part of parts) {
    const { type, text, imageUrl, image_url: url = imageUrl }: JsonObject = isObject(part) ? part : {};
    if (type === 'text' && typeof text === 'string') read.text += read.text === '' ? text : `\n${text}`;
    else if (type === 'image_url' && isObject(url) && typeof url.url === 'string') read.images.push(url.url);
    else read.others.push(part);
  }
  return read;
}

const EXIT = /(?:^|\n)Command failed with exit code: (\d{1,10})\.\s*$/;
/** The words about an exit code are at the end of an output, which may be long. */
const TAIL = 100;

/** Kimi's own words about calls that it did not make. */
const REFUSED = /^(?:Invalid args for tool "|Tool "[^"]{0,200}" not found)/;

/** True for a result that tells a failure in words: a stream has no other sign. Words of the tools are not known. */
export function tellsFailure(name: string, text: string): boolean {
  return REFUSED.test(text) || (name === 'Bash' && toldExitCode(text) !== undefined);
}

function toldExitCode(text: string): number | undefined {
  const [, code] = EXIT.exec(text.slice(-TAIL)) ?? [];
  return code === undefined ? undefined : Number(code);
}

/** The item of a call. `note` is a line that only the model gets. */
export function kimiItem(call: CallFacts, source: JsonObject, note?: string): ThreadItem {
  const isShell = call.name === 'Bash' && call.status === 'failed' && call.output !== undefined;
  const exitCode = isShell ? toldExitCode(call.output ?? '') : undefined;
  const item = callItem({ ...call, exitCode }, ROLES, source);
  const notes: ItemNote[] = note === undefined ? [] : [{ kind: 'output', text: note }];
  return notes.length > 0 ? { ...item, notes } : item;
}
