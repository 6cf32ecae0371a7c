import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ItemNote, ThreadItem } from '../../thread/item.ts';
import { type CallFacts, callItem, type ToolRole } from '../call-item.ts';
import { restOfPart } from '../rest-of-part.ts';

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
  /** Parts of other kinds, and what the parts that were read have besides. */
  others: unknown[];
}

export function readOutput(output: unknown): KimiOutput {
  const read: KimiOutput = { text: '', images: [], others: [] };
  if (typeof output === 'string') return { ...read, text: output };
  const parts: unknown[] = Array.isArray(output) ? output : output === undefined || output === null ? [] : [output];
  for (const part of parts) {
    const rest = isObject(part) ? addPart(read, part) : part;
    if (rest !== undefined) read.others.push(rest);
  }
  return read;
}

const TEXT = new Set(['type', 'text']);
const IMAGE = new Set(['type', 'imageUrl', 'image_url']);
const URL = new Set(['url']);

/** Returns what is not read of the part. */
function addPart(read: KimiOutput, part: JsonObject): JsonObject | undefined {
  const { type, text, imageUrl, image_url: image = imageUrl } = part;
  if (type === 'text' && typeof text === 'string') {
    read.text += read.text === '' ? text : `\n${text}`;
    return restOfPart(part, TEXT);
  }
  if (type !== 'image_url' || !isObject(image) || typeof image.url !== 'string') return part;
  read.images.push(image.url);
  const rest = restOfPart(image, URL);
  return rest ? { ...restOfPart(part, IMAGE), imageUrl: rest } : restOfPart(part, IMAGE);
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
