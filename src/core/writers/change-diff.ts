import { isObject } from '../lines/json.ts';
import type { ToolUseContent } from '../messages/message.ts';
import { isEditTool, isWriteTool } from '../messages/tool-guards.ts';

/** True for a call that writes a file, or changes one in one place or in several. */
export function isFileChange(use: ToolUseContent): boolean {
  const { name, input } = use;
  const isMultiple = name === 'MultiEdit' && typeof input.file_path === 'string' && Array.isArray(input.edits);
  return isWriteTool(use) || isEditTool(use) || isMultiple;
}

/** The diff of a change from its call, else one made from the known text before and after. Empty without either. */
export function changeDiff(input: Readonly<Record<string, unknown>>): string {
  if (typeof input.diff === 'string') return input.diff;
  if (Array.isArray(input.edits)) return input.edits.filter(isObject).map(changeDiff).join('');
  return marked('-', input.old_string) + marked('+', input.new_string ?? input.content);
}

function marked(mark: string, text: unknown): string {
  if (typeof text !== 'string' || text === '') return '';
  return `${text.replace(/\n$/, '').replaceAll(/^/gm, mark)}\n`;
}
