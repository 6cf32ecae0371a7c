import type { ToolUseContent, UnifiedContent, UnifiedMessage } from '../../core/messages/message.ts';
import { plainPath, resolvePath } from '../../core/tools/paths.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { coreLimits } from '../../limits/core.ts';
import type { FoldedBlock } from '../model/thread-sink.ts';
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
  const { id, role, timestamp, parent, inherited, _original: original } = message;
  const line = original && 'line' in original && typeof original.line === 'number' ? original.line : 0;
  const tools = new Map<string, string>();
  return message.content.map((content) => {
    const block: FoldedBlock = {
      message: id,
      role,
      kind: content.type,
      inherited: inherited === true,
      at: safeTime(timestamp),
      line,
      text: indexText(content),
    };
    if (parent !== undefined) block.parent = parent;
    if (content.type === 'tool_use') {
      tools.set(content.id, content.name);
      addCall(block, content, project);
    } else if (content.type === 'tool_result') addResult(block, content, tools);
    return block;
  });
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
  // A text of so many characters may have more bytes, never fewer.
  if (block.text.length > archiveLimits.maxKeptResultBytes / 4) cutMiddle(block);
}

/** Keeps the beginning and the end of a long result. The rest is in the agent's file, while that exists. */
function cutMiddle(block: FoldedBlock): void {
  const bytes = Buffer.from(block.text);
  if (bytes.length <= archiveLimits.maxKeptResultBytes) return;
  const edge = archiveLimits.keptResultEdgeBytes;
  let start = edge;
  while (isInside(bytes, start)) start -= 1;
  let end = bytes.length - edge;
  while (isInside(bytes, end)) end += 1;
  block.omitted = end - start;
  block.text = `${bytes.toString('utf8', 0, start)}\n[${block.omitted} bytes left out]\n${bytes.toString('utf8', end)}`;
}

/** True for a byte that is not the first of its character. */
function isInside(bytes: Buffer, index: number): boolean {
  return ((bytes[index] ?? 0) & 0xc0) === 0x80;
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
