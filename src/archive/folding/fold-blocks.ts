import type { ToolUseContent, UnifiedContent, UnifiedMessage } from '../../core/messages/message.ts';
import { plainPath, resolvePath } from '../../core/tools/paths.ts';
import { noteGroups } from '../../core/writers/note-groups.ts';
import * as coreLimits from '../../limits/core.ts';
import type { FoldedBlock } from '../model/thread-sink.ts';
import { redactText } from './block-redaction.ts';
import { cutResult } from './cut-result.ts';
import { indexText } from './index-text.ts';

/** The tools that use a file, by Claude's names, which all agents' tools have here. */
const FILE_TOOLS: ReadonlyMap<string, 'read' | 'written'> = new Map([
  ['Read', 'read'],
  ['Write', 'written'],
  ['Edit', 'written'],
  ['MultiEdit', 'written'],
  ['NotebookEdit', 'written'],
]);
/** The first word of a command line, after variables that it sets. */
const PROGRAM = /^\s*(?:[A-Za-z_]\w*=[^\s'"]*\s+)*([^\s'"|&;<>()$`=]{1,200})(?=$|[\s|&;<>)])/;

/** The stored blocks of a message. `project`: the base folder of relative paths. */
export function foldBlocks(message: UnifiedMessage, project: string | undefined): FoldedBlock[] {
  const tools = new Map<string, string>();
  const blocks = message.content.map((content) => {
    const block = createBlock(message, content.type, indexText(content));
    if (content.type === 'tool_use') {
      tools.set(content.id, content.name);
      addCall(block, content, project);
    } else if (content.type === 'tool_result') addResult(block, content, tools);
    return block;
  });
  for (const { kind, text } of noteGroups(message.notes)) {
    const block = createBlock(message, 'note', text);
    block.input = JSON.stringify({ kind });
    cutLong(block);
    blocks.push(block);
  }
  return blocks;
}

function createBlock(message: UnifiedMessage, kind: FoldedBlock['kind'], text: string): FoldedBlock {
  const { id, role, timestamp, parent, inherited, _original: original } = message;
  const line = original && 'line' in original && typeof original.line === 'number' ? original.line : 0;
  const at = safeTime(timestamp);
  const block: FoldedBlock = { message: id, role, kind, inherited: inherited === true, at, line, text };
  if (parent !== undefined) block.parent = parent;
  return block;
}

function addCall(block: FoldedBlock, { id, name, input }: ToolUseContent, project: string | undefined): void {
  block.tool = name;
  block.toolUse = id;
  block.input = jsonOf(input);
  const how = FILE_TOOLS.get(name);
  const path = input.file_path ?? input.notebook_path;
  if (how && typeof path === 'string' && path !== '' && path.length <= coreLimits.maxFolderLength) {
    block.touched = [{ path: resolvePath(project, plainPath(path)), how }];
  }
  if (name === 'Bash' && typeof input.command === 'string')
    block.program = PROGRAM.exec(input.command.slice(0, 4096))?.[1];
}

function addResult(
  block: FoldedBlock,
  content: Extract<UnifiedContent, { type: 'tool_result' }>,
  tools: ReadonlyMap<string, string>,
): void {
  block.tool = tools.get(content.tool_use_id);
  block.toolUse = content.tool_use_id;
  block.error = content.is_error;
  cutLong(block);
}

/** Keeps the beginning and the end of a long text. */
function cutLong(block: FoldedBlock): void {
  const kept = cutResult(block.text);
  if (kept.omitted === undefined) return;
  // Secrets are looked for before the cut: half of one looks like none.
  block.redacted = cutResult(redactText(block.text));
  block.text = kept.text;
  block.omitted = kept.omitted;
}

/** Undefined for input that the engine cannot write: nested too deeply. */
function jsonOf(input: Record<string, unknown>): string | undefined {
  try {
    return JSON.stringify(input);
  } catch {
    return undefined;
  }
}

/** Clocks jump: a time that no database column or Date could hold counts as none. */
function safeTime(time: number): number {
  return Number.isFinite(time) && time > 0 && time < 8.64e15 ? Math.floor(time) : 0;
}
