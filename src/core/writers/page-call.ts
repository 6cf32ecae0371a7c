import { isObject } from '../lines/json.ts';
import type { ToolResultContent, ToolUseContent } from '../messages/message.ts';
import * as tools from '../messages/tool-guards.ts';
import { type DiffLine, diffTexts, parseDiff } from '../text/diff-lines.ts';
import type { ThreadItem } from '../thread/item.ts';
import { type CallEnd, callEnd } from './call-end.ts';
import { isFileChange } from './change-diff.ts';

export interface PlanStep {
  text: string;
  status: 'completed' | 'in_progress' | 'pending';
}

/** The shown form of a call, the same wherever people read it. */
export type ShownCall = { end: CallEnd } & (
  | { kind: 'command'; command: string; cwd?: string | undefined }
  | {
      kind: 'change';
      action: 'Write' | 'Edit' | 'Delete';
      path: string;
      movedTo?: string | undefined;
      /** The tool's input, from which the diff is made. */
      input: Record<string, unknown>;
    }
  | { kind: 'plan'; steps: PlanStep[] }
  | { kind: 'agent'; title: string; prompt: string; input: Record<string, unknown> }
  | { kind: 'web'; title: string; subject: string; query?: string | undefined; url?: string | undefined }
  | { kind: 'mcp'; title: string; subject: string; server: string; tool: string; input: Record<string, unknown> }
  | { kind: 'tool'; title: string; subject: string; input: Record<string, unknown> }
);

/** The shown form for written pages: changes have the lines of their diffs. */
export type PageCall = Exclude<ShownCall, { kind: 'change' }> | PageChange;
type PageChange = Extract<ShownCall, { kind: 'change' }> & { diff: DiffLine[] };

export function pageCall(use: ToolUseContent, result: ToolResultContent | undefined, item?: ThreadItem): PageCall {
  const call = shownCall(use, result, item);
  return call.kind === 'change' ? { ...call, diff: diffOf(call.input) } : call;
}

/** Reads a call and its result. `item` is their item, if known. */
export function shownCall(use: ToolUseContent, result: ToolResultContent | undefined, item?: ThreadItem): ShownCall {
  const end = callEnd(result, item);
  if (tools.isBashTool(use)) {
    const deleted = deletedPath(use.input.command, end);
    if (deleted !== undefined)
      return { kind: 'change', action: 'Delete', path: deleted, input: {}, end: { ...end, output: '' } };
    const cwd = item?.type === 'command_execution' ? item.cwd : undefined;
    return { kind: 'command', command: use.input.command, cwd, end };
  }
  if (isFileChange(use)) return changeOf(use, end);
  if (tools.isTodoWriteTool(use)) return { kind: 'plan', steps: stepsOf(use.input.todos), end };
  if (tools.isTaskTool(use))
    return { kind: 'agent', title: agentTitle(use, item), prompt: use.input.prompt, input: use.input, end };
  if (tools.isWebSearchTool(use)) {
    const { query } = use.input;
    return { kind: 'web', title: 'Web search', subject: query, query, end };
  }
  if (tools.isWebFetchTool(use)) {
    const { url, pattern } = use.input;
    return { kind: 'web', title: 'Web page', subject: [url, textOf(pattern)].filter(Boolean).join(' · '), url, end };
  }
  if (tools.isMcpTool(use)) {
    const [server = '', ...tool] = use.name.slice('mcp__'.length).split('__');
    const names = { server, tool: tool.join('__') };
    const subject = [names.server, names.tool].filter(Boolean).join(' · ');
    return { kind: 'mcp', title: 'MCP', subject, ...names, input: use.input, end };
  }
  return otherTool(use, end);
}

function otherTool(use: ToolUseContent, end: CallEnd): ShownCall {
  const { input } = use;
  const call = { kind: 'tool', title: use.name, end } as const;
  if (tools.isReadTool(use)) return { ...call, subject: use.input.file_path, input: without(input, 'file_path') };
  if (tools.isLsTool(use)) return { ...call, subject: use.input.path, input: without(input, 'path') };
  if (tools.isGlobTool(use) || tools.isGrepTool(use))
    return { ...call, subject: use.input.pattern, input: without(input, 'pattern') };
  return { ...call, subject: '', input };
}

function without(input: object, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));
}

/** Claude has no tool to delete a file, so it is a command whose result says what it was. */
function deletedPath(command: string, { state, output }: CallEnd): string | undefined {
  if (!command.startsWith('rm ') || state !== 'done' || !output.startsWith('delete ')) return undefined;
  return output.slice('delete '.length);
}

function changeOf(use: ToolUseContent, end: CallEnd): ShownCall {
  const { file_path: path, new_path: moved } = use.input;
  return {
    kind: 'change',
    action: use.name === 'Write' ? 'Write' : 'Edit',
    path: textOf(path),
    movedTo: typeof moved === 'string' ? moved : undefined,
    input: use.input,
    // A successful change needs no words.
    end: end.state === 'done' ? { ...end, output: '' } : end,
  };
}

function diffOf({ diff, edits, old_string: before, new_string: after, content }: Record<string, unknown>): DiffLine[] {
  if (Array.isArray(edits)) return edits.filter(isObject).flatMap(diffOf);
  const isDiff = typeof diff === 'string' && diff !== '';
  return isDiff ? parseDiff(diff) : diffTexts(textOf(before), textOf(after) || textOf(content));
}

function stepsOf(todos: readonly unknown[]): PlanStep[] {
  return todos.filter(isObject).map(({ content, status }) => ({
    text: textOf(content),
    status: status === 'completed' || status === 'in_progress' ? status : 'pending',
  }));
}

function agentTitle({ input }: ToolUseContent, item: ThreadItem | undefined): string {
  const nickname = item?.type === 'collab_tool_call' ? item.new_agent_nickname : undefined;
  const name = [nickname, input.name, input.subagent_type].find((part) => typeof part === 'string' && part !== '');
  return [textOf(input.description), textOf(name)].filter(Boolean).join(' · ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Counts the lines that a diff adds and removes. */
export function countChanges(diff: readonly DiffLine[]): { added: number; deleted: number } {
  let added = 0;
  let deleted = 0;
  for (const { kind } of diff) {
    if (kind === 'add') added += 1;
    if (kind === 'delete') deleted += 1;
  }
  return { added, deleted };
}
