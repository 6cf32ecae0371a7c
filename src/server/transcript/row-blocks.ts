import { createHash } from 'node:crypto';
import { isObject } from '../../lines/json.ts';
import type { ImageContent, ToolResultContent, ToolUseContent, UnifiedMessage } from '../../messages/message.ts';
import {
  isBashTool,
  isEditTool,
  isMcpTool,
  isTaskTool,
  isTodoWriteTool,
  isWebFetchTool,
  isWebSearchTool,
  isWriteTool,
  type TodoInput,
} from '../../messages/tool-guards.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { changeDiff } from '../../writers/change-diff.ts';
import type { RowBlock, RowKind } from '../api-types.ts';
import { apiText } from './api-text.ts';

/** What a message shows, and what sort of row it is. */
export interface RowFace {
  kind: RowKind;
  blocks: RowBlock[];
  /** Of a tool: `running`, `ok`, `failed` or the agent's own word. */
  status?: string;
  /** How long the tool says that it ran, in milliseconds. */
  ms?: number;
}

/** The face of a message. `item` is what it was made of, in its last state: exit codes and folders stand there only. */
export function rowFace(message: UnifiedMessage, item: ThreadItem | undefined, maxTextBytes: number): RowFace {
  const cut = (text: string) => apiText(text, maxTextBytes);
  const results = new Map<string, ToolResultContent>();
  const uses: ToolUseContent[] = [];
  const blocks: RowBlock[] = [];
  for (const block of message.content) {
    if (block.type === 'tool_result') results.set(block.tool_use_id, block);
    else if (block.type === 'tool_use') uses.push(block);
    else if (block.type === 'thinking') blocks.push({ type: 'thinking', text: cut(block.thinking) });
    else if (block.type === 'image') blocks.push(imageBlock(block));
    else blocks.push({ type: message.role === 'assistant' ? 'markdown' : 'plain', text: cut(block.text) });
  }
  if (uses.length === 0) return { kind: spokenKind(message, item, blocks), blocks };
  const tools = uses.map((use) => toolBlock(use, results.get(use.id), item, cut));
  return { kind: toolKind(uses[0], tools[0]), blocks: [...tools, ...blocks], ...toolState(uses, results, item) };
}

function spokenKind(message: UnifiedMessage, item: ThreadItem | undefined, blocks: readonly RowBlock[]): RowKind {
  if (message.injected) return 'context';
  if (message.role === 'user') return 'prompt';
  if (message.role === 'system') return item?.type === 'compaction' ? 'divider' : 'error';
  if (blocks.every(({ type }) => type === 'thinking')) return 'reasoning';
  return blocks.every(({ type }) => type === 'image' || type === 'remote-image') ? 'image' : 'answer';
}

function toolKind(use: ToolUseContent | undefined, block: RowBlock | undefined): RowKind {
  if (!use || !block) return 'tool';
  if (block.type === 'command') return 'command';
  if (block.type === 'diff') return 'change';
  if (block.type === 'plan') return 'plan';
  if (block.type === 'web') return 'web';
  if (isTaskTool(use)) return 'agent';
  return isMcpTool(use) ? 'mcp' : 'tool';
}

type Cut = (text: string) => { text: string; bytes?: number; more?: true };

function toolBlock(
  use: ToolUseContent,
  result: ToolResultContent | undefined,
  item: ThreadItem | undefined,
  cut: Cut,
): RowBlock {
  if (isBashTool(use)) return commandBlock(use.input.command, result, item, cut);
  if (isWriteTool(use) || isEditTool(use)) return diffBlock(use.input, isWriteTool(use), cut);
  if (isTodoWriteTool(use)) return { type: 'plan', items: use.input.todos.map(planStep) };
  const answer = result && { result: cut(result.content) };
  if (isWebSearchTool(use)) return { type: 'web', query: use.input.query, ...answer };
  if (isWebFetchTool(use)) return { type: 'web', url: use.input.url, ...answer };
  const [server, tool] = isMcpTool(use) ? mcpName(use.name) : [undefined, use.name];
  return {
    type: 'call',
    ...(server !== undefined && { server }),
    tool,
    input: cut(inputText(use.input)),
    ...answer,
    ...(result?.is_error && { isError: true }),
  };
}

function commandBlock(
  command: string,
  result: ToolResultContent | undefined,
  item: ThreadItem | undefined,
  cut: Cut,
): RowBlock {
  const run = item?.type === 'command_execution' ? item : undefined;
  return {
    type: 'command',
    command: cut(command),
    ...(run?.cwd !== undefined && { cwd: run.cwd }),
    ...(run?.exit_code !== undefined && { exitCode: run.exit_code }),
    ...(result && { output: cut(result.content) }),
  };
}

function diffBlock(
  input: Readonly<Record<string, unknown>> & { file_path: string },
  isWrite: boolean,
  cut: Cut,
): RowBlock {
  const diff = changeDiff(input);
  const { add, del } = countLines(diff);
  return {
    type: 'diff',
    path: input.file_path,
    ...(typeof input.new_path === 'string' && { movePath: input.new_path }),
    change: isWrite ? 'add' : 'update',
    add,
    del,
    ...(diff !== '' && { diff: cut(diff) }),
  };
}

/** The lines that a diff adds and takes away. */
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

function planStep(step: TodoInput): { text: string; state: 'done' | 'doing' | 'open' } {
  // What stands in a plan is the agent's: it may be anything.
  const { content, status } = isObject(step) ? step : { content: '', status: '' };
  const state = status === 'completed' ? 'done' : status === 'in_progress' ? 'doing' : 'open';
  return { text: typeof content === 'string' ? content : '', state };
}

/** `mcp__server__tool`. */
function mcpName(name: string): [server: string, tool: string] {
  const [, server = '', ...tool] = name.split('__');
  return [server, tool.join('__')];
}

function inputText(input: Record<string, unknown>): string {
  try {
    return JSON.stringify(input, null, 2);
  } catch {
    return '(nested too deeply to be shown; see the raw line)';
  }
}

/** Images are fetched by their hash: none of their bytes stand in a row. */
function imageBlock({ source }: ImageContent): RowBlock {
  if (source.type === 'base64') {
    const bytes = Math.floor((source.data.length * 3) / 4);
    return { type: 'image', hash: imageHash(source.data), mediaType: source.media_type, bytes };
  }
  return { type: 'remote-image', host: URL.parse(source.url)?.host ?? '', url: source.url.slice(0, 2048) };
}

/** What an image is asked for by. */
export function imageHash(base64: string): string {
  return createHash('sha256').update(base64).digest('hex').slice(0, 32);
}

function toolState(
  uses: readonly ToolUseContent[],
  results: ReadonlyMap<string, ToolResultContent>,
  item: ThreadItem | undefined,
): { status: string; ms?: number } {
  const answers = uses.map(({ id }) => results.get(id));
  const seconds = item && 'duration_seconds' in item ? item.duration_seconds : undefined;
  const ms = seconds === undefined ? {} : { ms: Math.round(seconds * 1000) };
  if (item && 'status' in item && item.status === 'declined') return { status: 'declined', ...ms };
  if (answers.some((answer) => answer?.is_error)) return { status: 'failed', ...ms };
  return { status: answers.every((answer) => answer !== undefined) ? 'ok' : 'running', ...ms };
}
