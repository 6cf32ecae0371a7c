import type { Problem } from '../../../../errors.ts';
import { jsonText } from '../../../lines/json.ts';
import type {
  CommandExecutionItem,
  FileChangeItem,
  ImageItem,
  ThreadItem,
  ToolCallItem,
} from '../../../thread/item.ts';
import { type CommandOutput, parseCommandOutput } from '../../../tools/command-output.ts';
import { badField } from '../../field-table.ts';
import { answeredCollab } from './collab.ts';
import { type Content, joinParts, readContent } from './content-parts.ts';
import { outcomeOfOutput } from './mcp-outcomes.ts';

/** The result of a call, in so far as it reads the same for any tool. */
export interface CallAnswer {
  text: string;
  /** The output as in the record. */
  output: unknown;
  content: Content | undefined;
  /** The text is not the whole output. */
  hasMore: boolean;
}

/** Reads an output, which is a text or a list of parts. The texts of a list are joined. */
export function readAnswer(output: unknown, problems: Problem[]): CallAnswer {
  if (typeof output === 'string') return { text: output, output, content: undefined, hasMore: false };
  if (output === undefined || output === null) return { text: '', output, content: undefined, hasMore: false };
  const content = readContent(output, problems);
  if (content) {
    const hasMore = content.images.length + content.others.length > 0;
    return { text: joinParts(content.texts), output, content, hasMore };
  }
  problems.push(badField('output', output));
  return { text: jsonText(output), output, content, hasMore: true };
}

/** The item of a call after its output. */
export interface CallResult {
  item: ThreadItem;
  /** The id by which to write to a process that still runs. */
  session?: string;
}

/** Reads the output of a call into its item (formats/codex.md, section 3.4). The given item is not changed. */
export function answered(item: ThreadItem, answer: CallAnswer, tool: string): CallResult {
  const { text } = answer;
  switch (item.type) {
    case 'command_execution':
      return answeredCommand(item, parseCommandOutput(text), tool);
    case 'file_change':
      return { item: answeredPatch(item, parsePatchOutput(text)) };
    case 'mcp_tool_call':
      return { item: { ...item, ...outcomeOfOutput(answer) } };
    case 'collab_tool_call':
      return { item: answeredCollab(item, text) };
    case 'image':
      return { item: answeredImage(item, answer) };
    case 'tool_call':
      return { item: answeredTool(item, answer) };
    default:
      return { item };
  }
}

/** The CLI's words to the model for a tool that was missing, refused its input, or broke. No field says it. */
const FAILED =
  /^(?:unsupported (?:custom tool )?call: |failed to parse function arguments|apply_patch verification failed: |patch rejected: |Script failed\n|aborted by user|\w{1,100} is unavailable in )/;

/** Every tool refuses unreadable arguments before anything is printed. */
const BAD_ARGUMENTS = 'failed to parse function arguments';

/** Only words tell that a call failed. One without them is taken to have succeeded. */
function answeredTool(item: ToolCallItem, { text, output }: CallAnswer): ToolCallItem {
  const hasFailed = FAILED.test(text);
  const result: ToolCallItem = { ...item, status: hasFailed ? 'failed' : 'completed' };
  if (output !== undefined && output !== null) result.output = text;
  return result;
}

function answeredCommand(item: CommandExecutionItem, read: CommandOutput, tool: string): CallResult {
  const result: CommandExecutionItem = { ...item, aggregated_output: item.aggregated_output + read.body };
  if (read.notes) result.extra = { ...item.extra, ...read.notes };
  if (read.command !== undefined) result.command = read.command;
  if (read.exitCode !== undefined) {
    result.exit_code = read.exitCode;
    result.status = read.exitCode === 0 ? 'completed' : 'failed';
  } else if (read.session !== undefined) {
    return { item: result, session: read.session };
  } else if (read.aborted || read.failed || read.durationSeconds !== undefined) {
    result.status = 'failed';
  } else if (tool === 'unified_exec') {
    // It never reported the exit code.
    result.status = 'completed';
  } else if (tool === 'shell_command' && !read.body.startsWith(BAD_ARGUMENTS)) {
    // This tool prints a command before it asks whether it may run.
    result.status = 'failed';
    result.exit_code = -1;
  } else {
    // There is not even an exit code: the CLI refused the command and told the model why.
    result.status = 'declined';
    result.rejected = true;
  }
  if (read.durationSeconds !== undefined) result.duration_seconds = read.durationSeconds;
  return { item: result };
}

/** A patch given to `exec_command` (0.121 and later) has its own output, with exit code, below that tool's header. */
function parsePatchOutput(text: string): CommandOutput {
  const read = parseCommandOutput(text);
  if (read.exitCode !== undefined) return read;
  const own = parseCommandOutput(read.body);
  return own.exitCode === undefined ? read : own;
}

function answeredPatch(item: FileChangeItem, read: CommandOutput): FileChangeItem {
  const result: FileChangeItem = { ...item, status: read.exitCode === 0 ? 'completed' : 'failed' };
  if (read.exitCode === 0) result.stdout = read.body;
  else result.stderr = read.body;
  if (read.notes) result.extra = { ...item.extra, ...read.notes };
  const isTold = read.exitCode !== undefined || read.aborted || read.failed;
  if (!isTold) result.rejected = true;
  return result;
}

/** Up to 0.106 the picture itself follows as a separate message. */
export const PICTURE_FOLLOWS = 'attached local image path';

function answeredImage(item: ImageItem, { content, text }: CallAnswer): ImageItem {
  const [picture] = content?.images ?? [];
  if (picture !== undefined) return { ...item, data: picture, status: 'completed' };
  const status = text === PICTURE_FOLLOWS ? 'completed' : 'failed';
  return text === '' ? { ...item, status } : { ...item, status, extra: { ...item.extra, output: text } };
}
