import { jsonText } from '../../lines/json.ts';
import type { ToolResultContent, ToolUseContent } from '../../messages/message.ts';
import { isMcpTool, isTaskTool, isWebFetchTool, isWebSearchTool } from '../../messages/tool-inputs.ts';
import { terminalLine } from '../terminal-text.ts';
import { wrapText } from '../text-layout.ts';
import { resultLines } from './command-block.ts';
import { INDENT, type TranscriptLayout } from './transcript-layout.ts';

/** Longer inputs are cut, unless all is shown. */
const INPUT_LENGTH = 400;

/** A tool of any other kind: its name, its input, what came of it. */
export function toolBlock(
  use: ToolUseContent,
  result: ToolResultContent | undefined,
  layout: TranscriptLayout,
): string[] {
  const { style } = layout;
  const name = terminalLine(cut(nameOf(use), layout));
  const input = terminalLine(cut(inputOf(use), layout));
  const lines = wrapText(`${name} ${input}`.trimEnd(), layout.columns - INDENT.length);
  const heading = lines.map((line, index) => {
    if (index > 0) return INDENT + style.dim(line);
    return `${style.dim('◆')} ${style.bold(line.slice(0, name.length))}${style.dim(line.slice(name.length))}`;
  });
  const isSilent = result?.content === '' && !result.is_error;
  return isSilent ? heading : [...heading, ...resultLines(result, layout)];
}

function nameOf(use: ToolUseContent): string {
  if (isWebSearchTool(use)) return 'web search';
  if (isWebFetchTool(use)) return 'web page';
  if (isTaskTool(use)) return `agent · ${use.input.description ?? ''}`;
  return isMcpTool(use) ? `mcp · ${use.name.slice('mcp__'.length).replace('__', ' · ')}` : use.name;
}

function inputOf(use: ToolUseContent): string {
  if (isTaskTool(use)) return use.input.prompt;
  if (isWebFetchTool(use)) return [use.input.url, use.input.pattern].filter(Boolean).join(' · ');
  // A single text speaks for itself.
  const [only, ...others] = Object.values(use.input);
  if (others.length === 0 && typeof only === 'string') return only;
  return only === undefined ? '' : jsonText(use.input);
}

function cut(text: string, { isWhole }: TranscriptLayout): string {
  return isWhole || text.length <= INPUT_LENGTH ? text : `${text.slice(0, INPUT_LENGTH)}…`;
}
