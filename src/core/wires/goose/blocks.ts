// block/goose, crates/goose/src/conversation/message.rs: MessageContent. The blocks of a message, told apart by `type`.
import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import type { ItemNote } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { wordsIn } from '../../tools/words-in.ts';
import * as check from '../field-checks.ts';
import { badField, fieldTable } from '../field-table.ts';

export const textTable = fieldTable((wire) => ({ type: check.optionalText(wire.type), text: check.text(wire.text) }));

export const thinkingTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  thinking: check.text(wire.thinking),
}));

/** A notice for people: `inlineMessage`, `progressMessage`, `thinkingMessage`. */
export const noticeTable = fieldTable((wire) => ({ type: check.optionalText(wire.type), msg: check.text(wire.msg) }));

/** A request that failed for good (1.50 and later). */
export const errorTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  kind: check.optionalText(wire.kind),
  message: check.text(wire.message),
}));

const callTable = fieldTable((wire) => ({ name: check.text(wire.name), arguments: check.anything(wire.arguments) }));

/** `{status: "success", value}`, or `{status: "error", error}` for a call that could not be read. */
const requestedTable = fieldTable((wire) => ({
  status: check.optionalText(wire.status),
  value: check.optionalNested(wire.value, callTable),
  error: check.optionalText(wire.error),
}));

export const requestTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  id: check.optionalId(wire.id),
  toolCall: check.optionalNested(wire.toolCall, requestedTable),
}));

const resultTable = fieldTable((wire) => ({
  status: check.optionalText(wire.status),
  /** An object, or only its content in old rows. */
  value: check.optional(wire.value, (value) => (typeof value === 'object' ? value : undefined)),
  error: check.optionalText(wire.error),
}));

export const responseTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  id: check.optionalId(wire.id),
  toolResult: check.optionalNested(wire.toolResult, resultTable),
}));

/** A result of MCP. */
const valueTable = fieldTable((wire) => ({
  content: check.list(wire.content),
  structuredContent: check.anything(wire.structuredContent),
  /** The call failed, although the status is `success`. */
  isError: check.optionalFlag(wire.isError),
}));

const contentTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  text: check.optionalText(wire.text),
  data: check.optionalText(wire.data),
  mimeType: check.optionalText(wire.mimeType),
}));

/** The result of a command. */
const shellTable = fieldTable((wire) => ({
  stdout: check.optionalText(wire.stdout),
  stderr: check.optionalText(wire.stderr),
  exit_code: check.optionalCount(wire.exit_code),
}));

/** The result of a call. */
export interface GooseResult {
  output: string;
  isError: boolean;
  images: string[];
  notes: ItemNote[];
  /** The answer as the server gave it. Undefined if the call never ran. */
  value: { content: unknown[]; structured: unknown } | undefined;
  shell: { stdout?: string | undefined; stderr?: string | undefined; exit_code?: number | undefined };
  extra: Extra | undefined;
}

type ResultFields = ReturnType<typeof resultTable.take>;

export function readResult(result: ResultFields | undefined, isShell: boolean, problems: Problem[]): GooseResult {
  const extra: Extra = { ...result?.extra };
  const value = Array.isArray(result?.value) ? { content: result.value } : result?.value;
  const nothing = { images: [], notes: [], value: undefined, shell: {} };
  if (!isObject(value)) {
    if (value !== undefined) extra.value = value;
    const isError = result?.status !== 'success' || result.error !== undefined;
    return { output: result?.error ?? '', isError, ...nothing, extra: filled(extra) };
  }
  const { content, structuredContent, isError = false, extra: rest } = valueTable.read(value, problems);
  Object.assign(extra, rest);
  if (result?.error !== undefined) extra.error = result.error;
  const read = readContent(content, problems);
  if (read.rest.length > 0) extra.content = read.rest;
  const { extra: more, ...shell } =
    isShell && isObject(structuredContent) ? shellTable.read(structuredContent, problems) : {};
  if (more) extra.structuredContent = more;
  if (isShell && structuredContent !== undefined && !isObject(structuredContent)) {
    problems.push(badField('structuredContent', structuredContent));
    extra.structuredContent = structuredContent;
  }
  const notes = isShell ? [] : structuredNotes(structuredContent, read.texts);
  if (read.words !== '') notes.push({ kind: 'resource', text: read.words });
  return {
    output: read.texts.join('\n'),
    isError,
    images: read.images,
    notes,
    value: { content, structured: structuredContent },
    shell,
    extra: filled(extra),
  };
}

function filled(extra: Extra): Extra | undefined {
  return Object.keys(extra).length > 0 ? extra : undefined;
}

interface ReadContent {
  texts: string[];
  images: string[];
  /** What is neither text nor image, and fields beside them. */
  rest: unknown[];
  /** The words in it. */
  words: string;
}

function readContent(content: readonly unknown[], problems: Problem[]): ReadContent {
  const texts: string[] = [];
  const images: string[] = [];
  const rest: unknown[] = [];
  const others: unknown[] = [];
  for (const block of content) {
    const read = isObject(block) ? contentTable.read(block, problems) : undefined;
    const isText = read?.type === 'text' && read.text !== undefined;
    const isImage = read?.type === 'image' && read.data !== undefined;
    if (isText) texts.push(read.text ?? '');
    else if (isImage) images.push(`data:${read.mimeType ?? 'image/png'};base64,${read.data}`);
    else others.push(block);
    if (isText || isImage) {
      if (read.extra) rest.push(read.extra);
    } else rest.push(block);
  }
  return { texts, images, rest, words: wordsIn(others) };
}

/** A structure that the text does not tell. */
function structuredNotes(structured: unknown, texts: readonly string[]): ItemNote[] {
  if (structured === undefined || structured === null) return [];
  const bare = (words: string) => words.replace(/\s/g, '');
  const json = jsonText(structured);
  return texts.some((words) => bare(words) === bare(json)) ? [] : [{ kind: 'structured_content', text: json }];
}

/** The text of a block of any kind, for people. */
export function wordsOfBlock(block: JsonObject): string {
  const { type: _type, id: _id, ...data } = block;
  return wordsIn(data);
}
