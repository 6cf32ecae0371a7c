import { jsonText } from '../../messages/json-text.ts';
import type { ToolResultContent, ToolUseContent } from '../../messages/message.ts';
import { isMcpTool, isTaskTool, isWebFetchTool, isWebSearchTool } from '../../messages/tool-inputs.ts';
import { terminalLine } from '../terminal-text.ts';
import { resultLines } from './command-block.ts';
import { saidBlock } from './said-block.ts';
import { INDENT, type TranscriptLayout } from './transcript-layout.ts';
import { wrapText } from './wrap-text.ts';

/** Longer inputs are cut, unless all is shown. */
const INPUT_LENGTH = 400;

/** A tool of any other kind: its name, its input, what came of it. */
export function toolBlock(
  use: ToolUseContent,
  result: ToolResultContent | undefined,
  layout: TranscriptLayout,
): string[] {
  const { style } = layout;
  const title = titleOf(use);
  const [first = '', ...others] = wrapText(terminalLine(cut(title.name, layout)), layout.columns - INDENT.length);
  const heading = [`${style.dim('⚙')} ${style.bold(first)}`, ...others.map((line) => INDENT + style.bold(line))];
  const input = title.input === '' ? [] : saidBlock(cut(title.input, layout), ' ', layout);
  // A web search tells what it looked for, never what it found.
  if (isWebSearchTool(use) && result?.content === '' && !result.is_error) return [...heading, ...input];
  return [...heading, ...input, ...resultLines(result, layout)];
}

function titleOf(use: ToolUseContent): { name: string; input: string } {
  if (isWebSearchTool(use)) return { name: `web search: ${use.input.query}`, input: '' };
  if (isWebFetchTool(use)) return { name: `web page: ${use.input.url}`, input: use.input.pattern ?? '' };
  if (isTaskTool(use)) return { name: `agent: ${use.input.description ?? ''}`, input: use.input.prompt };
  const name = isMcpTool(use) ? use.name.slice('mcp__'.length).replace('__', ' · ') : use.name;
  return { name: isMcpTool(use) ? `mcp ${name}` : name, input: inputText(use.input) };
}

/** A text as it is, anything else as JSON. */
function inputText(input: Record<string, unknown>): string {
  const entries = Object.entries(input);
  const [only] = entries;
  if (entries.length === 1 && only && typeof only[1] === 'string') return only[1];
  return entries.length === 0 ? '' : jsonText(input);
}

function cut(text: string, { isWhole }: TranscriptLayout): string {
  return isWhole || text.length <= INPUT_LENGTH ? text : `${text.slice(0, INPUT_LENGTH)}…`;
}
