import { isObject, type JsonObject } from '../../lines/json.ts';
import type { AgentCall, FileChange, FileChangeItem, ThreadItem } from '../../thread/item.ts';
import { outputNote } from '../../tools/missing-lines.ts';
import { anything, optional, optionalFlag, optionalId } from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';
import { inferItem } from '../inferred.ts';
import { blockNotes } from './block-notes.ts';
import { imageAddress } from './images.ts';
import { contentOf } from './message.ts';
import { diffOfNewFile, diffOfPatch } from './structured-patch.ts';
import { nameKind } from './tool-items.ts';

/** A `tool_result` block. */
export const toolResultTable = fieldTable((wire) => ({
  type: anything(wire.type),
  tool_use_id: optionalId(wire.tool_use_id),
  content: optional(wire.content, contentOf),
  is_error: optionalFlag(wire.is_error),
}));

export type ToolResultBlock = FieldsOf<typeof toolResultTable>;

type CallItem = Extract<ThreadItem, { type: 'command_execution' | 'file_change' | 'mcp_tool_call' | 'tool_call' }>;

/** The content of a result: text, images, and blocks of other kinds. */
interface ResultContent {
  text: string;
  images: readonly string[];
  others: readonly JsonObject[];
}

const NONE: readonly never[] = [];

/**
 * The item with its result. `structured` is the CLI's own account of it (`toolUseResult`). Only the file's content
 * before and after is taken from it; the event has all else.
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
  const hasOthers = answer.others.length > 0 && item.type !== 'mcp_tool_call';
  if (hasOthers) done.extra = { ...item.extra, ...block.extra, content: answer.others };
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
      return { ...item, output: text, status, ...callOf(item, answer) };
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
  const diff = diffOfPatch(structured.structuredPatch) ?? (isNew && content ? diffOfNewFile(content) : undefined);
  return [diff === undefined ? { ...change, kind } : { ...change, kind, diff }];
}

function answerOf(content: unknown): ResultContent {
  if (typeof content === 'string') return { text: content, images: NONE, others: NONE };
  const texts: string[] = [];
  const images: string[] = [];
  const others: JsonObject[] = [];
  for (const block of Array.isArray(content) ? content : []) {
    if (typeof block === 'string') texts.push(block);
    if (!isObject(block)) continue;
    const image = imageAddress(block);
    if (image !== undefined) images.push(image);
    if (image !== undefined && typeof block.title !== 'string') continue;
    if (typeof block.text === 'string') texts.push(block.text);
    else others.push(block);
  }
  return { text: texts.join('\n'), images, others };
}
