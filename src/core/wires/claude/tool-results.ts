import { isObject, type JsonObject } from '../../lines/json.ts';
import type { AgentCall, FileChange, FileChangeItem, SeenText, ThreadItem, ToolCallItem } from '../../thread/item.ts';
import { editsIn } from '../../tools/call-edits.ts';
import { outputNote } from '../../tools/missing-lines.ts';
import { anything, optional, optionalFlag, optionalId } from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';
import { inferItem } from '../inferred.ts';
import { restOfPart } from '../rest-of-part.ts';
import { blockNotes } from './block-notes.ts';
import { imageAddress, restOfImage } from './images.ts';
import { contentOf } from './message.ts';
import { diffOfNewFile } from './structured-patch.ts';
import { nameKind } from './tool-items.ts';
import { trueDiff } from './true-diff.ts';

/** A `tool_result` block. */
export const toolResultTable = fieldTable((wire) => ({
  type: anything(wire.type),
  tool_use_id: optionalId(wire.tool_use_id),
  content: optional(wire.content, contentOf),
  is_error: optionalFlag(wire.is_error),
}));

export type ToolResultBlock = FieldsOf<typeof toolResultTable>;

/** True for `tool_result`, and for `web_search_tool_result` and others of the provider's own tools. */
export function isResultKind(type: unknown): boolean {
  return typeof type === 'string' && type.endsWith('tool_result');
}

type CallItem = Extract<ThreadItem, { type: 'command_execution' | 'file_change' | 'mcp_tool_call' | 'tool_call' }>;

/** The content of a result: text, images, and blocks of other kinds. */
interface ResultContent {
  text: string;
  images: readonly string[];
  others: readonly JsonObject[];
  /** What blocks that were read have besides. */
  rest: readonly JsonObject[];
}

const NONE: readonly never[] = [];

/**
 * The item with its result. `structured` is the CLI's own account of it (`toolUseResult`). Only the texts of files are
 * taken from it; the event has all else.
 */
export function finishedItem(
  item: ThreadItem,
  block: ToolResultBlock,
  structured: unknown,
  line: { uuid: string | undefined },
): ThreadItem {
  const answer = answerOf(block.content);
  const hasFailed = block.is_error === true;
  const done = withAnswer(item, answer, hasFailed, block.content, structured);
  const notes = blockNotes(answer.others);
  if (notes.length > 0) done.notes = notes;
  else Object.assign(done, outputNote(answer.text, outputOf(structured)));
  inferItem(done, block, block.tool_use_id === undefined ? line : block);
  if (hasFailed || !isObject(structured) || !KINDS.has(structured.type)) nameKind(done);
  const unread = item.type === 'mcp_tool_call' ? NONE : [...answer.others, ...answer.rest];
  if (unread.length > 0) done.extra = { ...item.extra, ...block.extra, content: unread };
  else if (block.extra) done.extra = { ...item.extra, ...block.extra };
  return done;
}

/**
 * The model gets the output of a command cut. The CLI's own account has more of it. For a call that failed it is a text
 * by itself.
 */
function outputOf(structured: unknown): unknown {
  if (!isObject(structured)) return typeof structured === 'string' ? structured.replace(/^Error: /, '') : undefined;
  const { stdout, stderr } = structured;
  if (typeof stdout !== 'string' || typeof stderr !== 'string') return undefined;
  // Joining copies an output, which may be long.
  return stderr === '' ? stdout : `${stdout}\n${stderr}`;
}

/** What the CLI says of a file that it wrote. */
const KINDS = new Set<unknown>(['create', 'update']);

function withAnswer(
  item: ThreadItem,
  answer: ResultContent,
  hasFailed: boolean,
  content: unknown,
  structured: unknown,
): ThreadItem {
  const status = hasFailed ? 'failed' : 'completed';
  const { text } = answer;
  switch (item.type) {
    case 'command_execution': {
      const done = { ...item, aggregated_output: text, status };
      const code = hasFailed ? exitCode(text) : undefined;
      if (code !== undefined) done.exit_code = code;
      return answer.images.length > 0 ? { ...done, ...callOf(item, answer) } : done;
    }
    case 'file_change': {
      const changes = hasFailed ? item.changes : changesOf(item, structured);
      return { ...item, changes, status, ...callOf(item, answer, text) };
    }
    case 'todo_list':
      return item.call ? { ...item, call: { ...item.call, output: text, is_error: hasFailed } } : item;
    case 'mcp_tool_call': {
      const blocks = Array.isArray(content) ? content : [{ type: 'text', text }];
      const result = hasFailed ? { content: blocks, is_error: true } : { content: blocks };
      return { ...item, status, result, ...callOf(item, answer, text) };
    }
    case 'tool_call':
      if (content === undefined) return { ...item, status };
      return withSeen({ ...item, output: text, status, ...callOf(item, answer) }, hasFailed ? undefined : structured);
    default:
      return item;
  }
}

/** Results that the item itself has no field for go on the call. */
function callOf(item: CallItem, { images }: ResultContent, output?: string): { call?: AgentCall } {
  if (output === undefined && images.length === 0) return {};
  const made = item.type === 'tool_call' ? { name: item.name, input: item.input } : item.call;
  const call: AgentCall = { name: '', ...made };
  if (output !== undefined) call.output = output;
  if (images.length > 0) call.images = [...images];
  return { call };
}

/** `Exit code 3\n…`: the CLI's line before the output of a failed command. */
function exitCode(text: string): number | undefined {
  const match = /^Exit code (\d{1,3})(?:\n|$)/.exec(text);
  return match ? Number(match[1]) : undefined;
}

function changesOf(item: FileChangeItem, structured: unknown): FileChange[] {
  const [change] = item.changes;
  if (!change || !isObject(structured)) return item.changes;
  const isNew = structured.type === 'create';
  const kind = isNew ? 'add' : structured.type === 'update' ? 'update' : change.kind;
  const content = typeof structured.content === 'string' ? structured.content : undefined;
  const input = isObject(item.call?.input) ? item.call.input : {};
  const before = textBefore(structured);
  const diff =
    trueDiff(structured.structuredPatch, { before, written: content, edits: editsIn(input) }) ??
    (isNew && content ? diffOfNewFile(content) : undefined);
  const made: FileChange = { ...change, kind };
  if (diff !== undefined) made.diff = diff;
  if (before !== undefined) made.old_content = before;
  return [made];
}

/** The file before the change. It is null for files that are new, and from 2.1.100 on for large ones. */
function textBefore({ originalFile }: JsonObject): string | undefined {
  return typeof originalFile === 'string' ? originalFile : undefined;
}

function withSeen(item: ToolCallItem, structured: unknown): ToolCallItem {
  const seen = seenText(structured);
  return seen ? { ...item, seen } : item;
}

/** What a tool read of a file, without the numbers that the model was told before each line. */
function seenText(structured: unknown): SeenText | undefined {
  const file = isObject(structured) && isObject(structured.file) ? structured.file : {};
  const { filePath: path, content: text, startLine, totalLines } = file;
  if (typeof path !== 'string' || typeof text !== 'string') return undefined;
  const seen: SeenText = { path, text };
  if (isCount(startLine)) seen.start_line = startLine;
  if (isCount(totalLines)) seen.total_lines = totalLines;
  return seen;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** The CLI's own account without the texts that the item has. */
export function withoutTexts(structured: unknown, item: ThreadItem): unknown {
  if (!isObject(structured)) return structured;
  if (item.type === 'file_change' && item.changes[0]?.old_content !== undefined) {
    const { originalFile: _taken, ...rest } = structured;
    return rest;
  }
  if (item.type !== 'tool_call' || !item.seen || !isObject(structured.file)) return structured;
  const { content: _taken, ...file } = structured.file;
  return { ...structured, file };
}

function answerOf(content: unknown): ResultContent {
  if (typeof content === 'string') return { text: content, images: NONE, others: NONE, rest: NONE };
  const texts: string[] = [];
  const images: string[] = [];
  const others: JsonObject[] = [];
  const rest: JsonObject[] = [];
  for (const block of Array.isArray(content) ? content : []) {
    if (typeof block === 'string') texts.push(block);
    if (!isObject(block)) continue;
    const image = imageAddress(block);
    if (image !== undefined) images.push(image);
    const isImage = image !== undefined && typeof block.title !== 'string';
    const isText = !isImage && typeof block.text === 'string';
    if (isText) texts.push(String(block.text));
    const unread = isImage ? restOfImage(block) : isText ? restOfPart(block, TEXT) : undefined;
    if (unread) rest.push(unread);
    if (!isImage && !isText) others.push(block);
  }
  return { text: texts.join('\n'), images, others, rest };
}

const TEXT = new Set(['type', 'text']);
