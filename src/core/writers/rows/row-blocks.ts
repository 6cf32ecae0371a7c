import { isErrorItem } from '../../facts/error-reports.ts';
import type { ImageContent, ToolResultContent, ToolUseContent, UnifiedMessage } from '../../messages/message.ts';
import { isPrompt, typedMessage } from '../../messages/typed-message.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { type TypedPrompt, typedPrompt } from '../../tools/typed-prompt.ts';
import type { CallEnd } from '../call-end.ts';
import { changeDiff } from '../change-diff.ts';
import { noteGroups } from '../note-groups.ts';
import { type ShownCall, shownCall } from '../page-call.ts';
import type { ApiText, RowBlock, RowKind } from './row.ts';

/** The content of a message and the kind of its row. */
export interface RowFace {
  kind: RowKind;
  blocks: RowBlock[];
  /** The status of a tool: `running`, `ok`, `failed` or the agent's own word. */
  status?: string;
  /** The tool's own running time, in milliseconds. */
  ms?: number;
}

/** How texts and images stand in rows. A page gets the beginning of a long text and fetches images by a name. */
export interface RowParts {
  cut(text: string): ApiText;
  /** The name of an image, from its data as base64 text. */
  imageName(base64: string): string;
}

/** Kinds of notes are the agent's own words. */
const LONGEST_KIND = 100;

/** The face of a message. `item` is its item in the last state: only that has exit codes and folders. */
export function rowFace(message: UnifiedMessage, item: ThreadItem | undefined, parts: RowParts): RowFace {
  const { cut } = parts;
  const isTyped = typedMessage(message) !== undefined;
  const results = new Map<string, ToolResultContent>();
  const uses: ToolUseContent[] = [];
  const blocks: RowBlock[] = [];
  for (const block of message.content) {
    if (block.type === 'tool_result') results.set(block.tool_use_id, block);
    else if (block.type === 'tool_use') uses.push(block);
    else if (block.type === 'thinking') blocks.push({ type: 'thinking', text: cut(block.thinking) });
    else if (block.type === 'image') blocks.push(imageBlock(block, parts));
    else if (isTyped) blocks.push(...typedBlocks(typedPrompt(block.text), cut));
    else blocks.push({ type: message.role === 'assistant' ? 'markdown' : 'plain', text: cut(block.text) });
  }
  const notes = noteGroups(message.notes).map(
    (note): RowBlock => ({ type: 'note', kind: note.kind.slice(0, LONGEST_KIND), text: cut(note.text) }),
  );
  if (uses.length === 0) return { kind: spokenKind(message, item, blocks), blocks: [...blocks, ...notes] };
  const calls = uses.map((use) => ({ use, call: shownCall(use, results.get(use.id), item) }));
  const tools = calls.map(({ use, call }) => callBlock(use, call, cut));
  return {
    kind: calls[0]?.call.kind ?? 'tool',
    blocks: [...tools, ...blocks, ...notes],
    status: stateOf(calls.map(({ call }) => call.end.state)),
    ...durationOf(item),
  };
}

function spokenKind(message: UnifiedMessage, item: ThreadItem | undefined, blocks: readonly RowBlock[]): RowKind {
  if (message.injected) return 'context';
  // A command's output, a program's notice and the task of a sub-agent are no words of a person.
  if (message.role === 'user') return isPrompt(message) ? 'prompt' : 'context';
  // The end of a task in the background is no fault of the turn.
  if (message.notes?.some(({ kind }) => kind === 'task')) return 'context';
  if (item?.type === 'error' && !isErrorItem(item)) return 'context';
  if (message.role === 'system') return item?.type === 'compaction' ? 'divider' : 'error';
  if (blocks.every(({ type }) => type === 'thinking')) return 'reasoning';
  return blocks.every(({ type }) => type === 'image' || type === 'remote-image') ? 'image' : 'answer';
}

/** What a person typed; what programs added stands beside it. */
function typedBlocks({ text, command, output, wrappers = [] }: TypedPrompt, cut: Cut): RowBlock[] {
  const notes = wrappers.map((wrapper): RowBlock => ({ type: 'note', kind: wrapper.name, text: cut(wrapper.text) }));
  const said = text === '' ? output : text;
  return said === undefined
    ? notes
    : [{ type: 'plain', text: cut(said), ...(command && { command: command.name }) }, ...notes];
}

type Cut = RowParts['cut'];

function callBlock(use: ToolUseContent, call: ShownCall, cut: Cut): RowBlock {
  const { end } = call;
  const result = end.state === 'open' ? {} : { result: cut(end.output) };
  switch (call.kind) {
    case 'command':
      return {
        type: 'command',
        command: cut(call.command),
        ...(call.cwd !== undefined && { cwd: call.cwd }),
        ...(end.exitCode !== undefined && { exitCode: end.exitCode }),
        ...(end.state !== 'open' && { output: cut(end.output) }),
      };
    case 'change':
      return diffBlock(call, cut);
    case 'plan':
      return { type: 'plan', items: call.steps.map(({ text, status }) => ({ text, state: STEP_STATES[status] })) };
    case 'web': {
      const { query, url } = call;
      return { type: 'web', ...(query !== undefined && { query }), ...(url !== undefined && { url }), ...result };
    }
    default: {
      const names = call.kind === 'mcp' ? { server: call.server, tool: call.tool } : { tool: use.name };
      const isError = end.state === 'failed' || end.state === 'declined';
      // The tool's whole input, also what other shapes say in its title.
      return { type: 'call', ...names, input: cut(shownJson(use.input, 2)), ...result, ...(isError && { isError }) };
    }
  }
}

const STEP_STATES = { completed: 'done', in_progress: 'doing', pending: 'open' } as const;
const CHANGES = { Write: 'add', Edit: 'update', Delete: 'delete' } as const;

function diffBlock({ path, movedTo, action, input }: Extract<ShownCall, { kind: 'change' }>, cut: Cut): RowBlock {
  const diff = changeDiff(input);
  return {
    type: 'diff',
    path,
    ...(movedTo !== undefined && { movePath: movedTo }),
    change: CHANGES[action],
    ...countLines(diff),
    ...(diff !== '' && { diff: cut(diff) }),
  };
}

/** The number of lines that a diff adds and removes. */
function countLines(diff: string): { add: number; del: number } {
  let add = 0;
  let del = 0;
  for (let start = 0; start < diff.length; ) {
    const isHeader = diff.startsWith('+++ ', start) || diff.startsWith('--- ', start);
    if (!isHeader && diff[start] === '+') add += 1;
    if (!isHeader && diff[start] === '-') del += 1;
    const end = diff.indexOf('\n', start);
    start = end === -1 ? diff.length : end + 1;
  }
  return { add, del };
}

/** A value as a page shows it. */
export function shownJson(value: object, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch {
    return '(nested too deeply to be shown; see the raw line)';
  }
}

/** A row holds none of an image's bytes. */
function imageBlock({ source }: ImageContent, { imageName }: RowParts): RowBlock {
  if (source.type === 'base64') {
    const bytes = Math.floor((source.data.length * 3) / 4);
    return { type: 'image', hash: imageName(source.data), mediaType: source.media_type, bytes };
  }
  return { type: 'remote-image', host: URL.parse(source.url)?.host ?? '', url: source.url.slice(0, 2048) };
}

/** The end of a message's calls, in the words of rows. */
function stateOf(states: readonly CallEnd['state'][]): string {
  if (states.includes('declined')) return 'declined';
  if (states.includes('failed')) return 'failed';
  return states.includes('open') ? 'running' : 'ok';
}

function durationOf(item: ThreadItem | undefined): { ms?: number } {
  const seconds = item && 'duration_seconds' in item ? item.duration_seconds : undefined;
  return seconds === undefined ? {} : { ms: Math.round(seconds * 1000) };
}
