import type { ToolResultContent, ToolUseContent } from '../../messages/message.ts';
import { isWriteTool } from '../../messages/tool-inputs.ts';
import { shortPath } from '../short-path.ts';
import { terminalLine } from '../terminal-text.ts';
import { INDENT, outputBlock, type TranscriptLayout } from './transcript-layout.ts';
import { wrapAnywhere } from './wrap-text.ts';

/** A file that was made or changed, and under it the diff where the agent wrote one. */
export function fileChangeBlock(
  use: ToolUseContent,
  result: ToolResultContent | undefined,
  layout: TranscriptLayout,
): string[] {
  const { style } = layout;
  const title = `${isWriteTool(use) ? 'write' : 'edit'} ${terminalLine(pathsOf(use.input))}`;
  const [first = '', ...others] = wrapAnywhere(title, layout.columns - INDENT.length);
  return [
    `${style.dim('±')} ${style.bold(first)}`,
    ...others.map((line) => INDENT + style.bold(line)),
    ...outputBlock(diffOf(use.input), layout, (line) => paintDiff(line, layout)),
    ...failure(result, layout),
  ];
}

function pathsOf({ file_path: path, new_path: moved }: Record<string, unknown>): string {
  const from = typeof path === 'string' ? shortPath(path) : '(no file)';
  return typeof moved === 'string' ? `${from} → ${shortPath(moved)}` : from;
}

/** The diff itself, else one made of what is known of the file before and after. */
function diffOf(input: Record<string, unknown>): string {
  if (typeof input.diff === 'string') return input.diff;
  return [marked('-', input.old_string), marked('+', input.new_string ?? input.content)].join('');
}

function marked(mark: string, text: unknown): string {
  if (typeof text !== 'string' || text === '') return '';
  return text.replace(/\n$/, '').replaceAll(/^/gm, mark).concat('\n');
}

function paintDiff(line: string, { style }: TranscriptLayout): string {
  if (line.startsWith('+')) return style.success(line);
  if (line.startsWith('-')) return style.failure(line);
  return line.startsWith('@@') ? style.accent(line) : line;
}

/** That a change went well needs no words. */
function failure(result: ToolResultContent | undefined, layout: TranscriptLayout): string[] {
  const { style } = layout;
  if (!result) return [INDENT + style.warning('(did not end)')];
  if (!result.is_error) return [];
  return [...outputBlock(result.content, layout), INDENT + style.failure('failed')];
}
