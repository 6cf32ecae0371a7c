import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import type { ToolResultContent, ToolUseContent } from '../../messages/message.ts';
import * as tools from '../../messages/tool-guards.ts';
import { wrapText } from '../../text/text-layout.ts';
import { visibleLine, visibleText } from '../../text/visible-text.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { parseCommandOutput } from '../../tools/command-output.ts';
import { callEnd } from '../call-end.ts';
import { type Fold, foldLines, INDENT, layoutPath, outputBlock, type TranscriptLayout } from './layout.ts';

/** A tool call with everything known about it. */
export interface ToolCall {
  use: ToolUseContent;
  result?: ToolResultContent | undefined;
  /** The item of the call, in its last state. */
  item?: ThreadItem | undefined;
}

/** Scripts are commands too, some of hundreds of lines. */
const COMMAND_FOLD: Fold = { first: 12, last: 0 };
/** Longer inputs are cut, unless everything is shown. */
const INPUT_LENGTH = 400;
const BOX = '[ ] '.length;
const BAR = '│ ';

/** A command, with its output below. */
export function commandBlock(command: string, call: ToolCall, layout: TranscriptLayout): string[] {
  const { style } = layout;
  const lines = wrapText(visibleText(command.trim()).replaceAll('\t', '    '), layout.columns - INDENT.length);
  const [first = '', ...others] = foldLines(lines, COMMAND_FOLD, layout, style.bold);
  return [`${style.dim('$')} ${first}`, ...others.map((line) => INDENT + line), ...resultLines(call, layout)];
}

/** The result of any tool that answers with text. */
export function resultLines({ result, item }: ToolCall, layout: TranscriptLayout): string[] {
  const { style } = layout;
  const { state, output, exitCode } = callEnd(result, item);
  if (state === 'open') return [INDENT + style.warning('(did not end)')];
  const lines = outputBlock(output, layout);
  if (state === 'done') return lines;
  return [...lines, INDENT + style.failure(exitCode ? `${state}, exit code ${exitCode}` : state)];
}

/** A plan at that time, with a box before each step. */
export function planStepsBlock(todos: readonly unknown[], layout: TranscriptLayout): string[] {
  const { style } = layout;
  const steps = todos.filter(isObject).flatMap(({ content, status }) => {
    const text = typeof content === 'string' ? content : '';
    const lines = wrapText(visibleLine(text), layout.columns - INDENT.length - BOX);
    return lines.map((line, index) => {
      const box = index === 0 ? boxOf(status) : ' '.repeat(BOX);
      return INDENT + paintStep(status, box + line, layout);
    });
  });
  return [`${style.dim('≡')} ${style.bold('plan')}`, ...steps];
}

function boxOf(status: unknown): string {
  if (status === 'completed') return '[x] ';
  return status === 'in_progress' ? '[>] ' : '[ ] ';
}

function paintStep(status: unknown, text: string, { style }: TranscriptLayout): string {
  if (status === 'completed') return style.dim(text);
  return status === 'in_progress' ? style.accent(text) : text;
}

/** Text typed into a running program. The program's output is with its command. */
export function typedBlock(characters: string, { result }: ToolCall, layout: TranscriptLayout): string[] {
  const { style, columns } = layout;
  // Control characters in caret notation: ^C.
  const caret = (key: string) => `^${String.fromCharCode((key.charCodeAt(0) + 64) % 128)}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const keys = characters.slice(0, INPUT_LENGTH).replaceAll(/[\x00-\x08\x0b-\x1f\x7f]/g, caret);
  const text = characters === '' ? 'waited' : `sent "${visibleLine(keys)}"`;
  const lines = wrapText(`… ${text}`, columns - INDENT.length).map(style.dim);
  return result?.is_error ? [...lines, ...outputBlock(result.content, layout)] : lines;
}

/** Questions to the person, with choices and answers. */
export function questionsBlock(questions: readonly JsonObject[], call: ToolCall, layout: TranscriptLayout): string[] {
  const { style } = layout;
  const width = layout.columns - INDENT.length;
  const lines: string[] = [];
  for (const { question, options } of questions) {
    const [first = '', ...others] = wrapText(visibleText(String(question)), width);
    lines.push(`${style.dim('?')} ${style.bold(first)}`, ...others.map((line) => INDENT + style.bold(line)));
    for (const option of Array.isArray(options) ? options.filter(isObject) : []) {
      const { label, description } = option;
      const text = [label, description].filter((part) => typeof part === 'string' && part !== '').join(': ');
      for (const line of wrapText(`- ${visibleLine(text)}`, width)) lines.push(INDENT + style.dim(line));
    }
  }
  const answers = answersIn(call.result?.content ?? '');
  if (answers.length === 0) return [...lines, ...resultLines(call, layout)];
  for (const answer of answers) {
    for (const line of wrapText(`› ${visibleLine(answer)}`, width)) lines.push(INDENT + style.accent(line));
  }
  return lines;
}

/** `{"answers": {"<question>": {"answers": ["…"]} | "…"}}`. None for a text of another form. */
function answersIn(text: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const answers = isObject(value) && isObject(value.answers) ? Object.values(value.answers) : [];
  return answers
    .flatMap((answer) => (isObject(answer) && Array.isArray(answer.answers) ? answer.answers : [answer]))
    .filter((answer) => typeof answer === 'string');
}

/** A script that a tool runs: its lines, folded, and its result. */
export function scriptBlock(script: string, call: ToolCall, layout: TranscriptLayout): string[] {
  const { style } = layout;
  const { use, result } = call;
  const heading = `${style.dim('◆')} ${style.bold(visibleLine(cut(nameOf(call), layout)))}`;
  // The agent's notes above the output (the time it took, that it is done) are not part of it.
  const plain = result && { ...result, content: parseCommandOutput(result.content).body };
  return [heading, ...scriptLines(script, layout), ...resultLines({ use, result: plain, item: call.item }, layout)];
}

/** The lines have a bar beside them, to tell them from their result. */
function scriptLines(script: string, layout: TranscriptLayout): string[] {
  const inner = { ...layout, columns: layout.columns - BAR.length };
  return outputBlock(script.trim(), inner, layout.style.dim).map(
    (line) => INDENT + layout.style.dim(BAR) + line.slice(INDENT.length),
  );
}

/** A tool of any other kind: its name, its input, its result. */
export function toolBlock(call: ToolCall, layout: TranscriptLayout): string[] {
  const { style } = layout;
  const { use, result } = call;
  const name = visibleLine(cut(nameOf(call), layout));
  const input = visibleLine(cut(inputOf(use, layout), layout));
  const lines = wrapText(`${name} ${input}`.trimEnd(), layout.columns - INDENT.length);
  const heading = lines.map((line, index) => {
    if (index > 0) return INDENT + style.dim(line);
    return `${style.dim('◆')} ${style.bold(line.slice(0, name.length))}${style.dim(line.slice(name.length))}`;
  });
  const isSilent = result?.content === '' && !result.is_error;
  return isSilent ? heading : [...heading, ...resultLines(call, layout)];
}

function nameOf({ use, item }: ToolCall): string {
  if (tools.isWebSearchTool(use)) return 'web search';
  if (tools.isWebFetchTool(use)) return 'web page';
  if (tools.isTaskTool(use)) return ['agent', use.input.description, agentName(use, item)].filter(Boolean).join(' · ');
  return tools.isMcpTool(use) ? `mcp · ${use.name.slice('mcp__'.length).replace('__', ' · ')}` : use.name;
}

/** The name of the agent that was started. */
function agentName({ input }: ToolUseContent, item: ThreadItem | undefined): string | undefined {
  const nickname = item?.type === 'collab_tool_call' ? item.new_agent_nickname : undefined;
  const names = [nickname, input.name, input.subagent_type];
  return names.find((name): name is string => typeof name === 'string' && name !== '');
}

function inputOf(use: ToolUseContent, layout: TranscriptLayout): string {
  if (tools.isTaskTool(use)) return use.input.prompt;
  if (tools.isReadTool(use)) return layoutPath(use.input.file_path, layout);
  if (tools.isLsTool(use)) return layoutPath(use.input.path, layout);
  if (tools.isGlobTool(use) || tools.isGrepTool(use)) {
    const { pattern, path } = use.input;
    return typeof path === 'string' ? `${pattern} · ${layoutPath(path, layout)}` : pattern;
  }
  if (tools.isWebFetchTool(use)) return [use.input.url, use.input.pattern].filter(Boolean).join(' · ');
  // A single text needs no field name.
  const [only, ...others] = Object.values(use.input);
  if (others.length === 0 && typeof only === 'string') return only;
  return only === undefined ? '' : jsonText(use.input);
}

function cut(text: string, { isWhole, columns }: TranscriptLayout): string {
  const isFull = isWhole || !Number.isFinite(columns) || text.length <= INPUT_LENGTH;
  return isFull ? text : `${text.slice(0, INPUT_LENGTH)}…`;
}
