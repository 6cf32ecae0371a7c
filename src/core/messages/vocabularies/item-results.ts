import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import type { FileChangeItem, McpToolResult, ThreadItem } from '../../thread/item.ts';
import { type McpCall, mcpCall } from '../../thread/mcp-call.ts';
import { imageContent } from '../image-content.ts';
import type { ImageContent } from '../message.ts';
import { wholeChanges } from './file-changes.ts';
import type { ToolResult } from './vocabulary.ts';

const NO_IMAGES: readonly ImageContent[] = [];

/** The result of a finished item, for any agent. */
export function itemResult(item: ThreadItem, cwd: string | undefined): ToolResult {
  const isError = hasFailed(item);
  return { texts: textsOf(item, isError, cwd), isError, images: imagesOf(item) };
}

/** An exit code that is null or absent says nothing. An MCP server may mark its own answer as an error. */
export function hasFailed(item: ThreadItem): boolean {
  if ('status' in item && (item.status === 'failed' || item.status === 'declined')) return true;
  if (item.type === 'command_execution') return typeof item.exit_code === 'number' && item.exit_code !== 0;
  if (item.type === 'mcp_tool_call') return hasMcpFailed(mcpCall(item));
  return false;
}

function hasMcpFailed({ error, result }: McpCall): boolean {
  return error !== null || result?.is_error === true;
}

function textsOf(item: ThreadItem, isError: boolean, cwd: string | undefined): string[] {
  switch (item.type) {
    case 'command_execution': {
      const text = item.call?.output ?? item.aggregated_output;
      return [text || (isError ? exitText(item.exit_code) : '')];
    }
    case 'file_change':
      return patchTexts(item, isError, cwd);
    case 'mcp_tool_call':
      return [item.call?.output ?? mcpText(mcpCall(item), isError)];
    case 'collab_tool_call':
      return [agentsText(item.agents_states) || (item.output ?? item.call?.output ?? '')];
    case 'todo_list':
      return [item.call?.output ?? 'Plan updated'];
    case 'tool_call':
      return [item.output ?? item.call?.output ?? ''];
    default:
      return [item.call?.output ?? ''];
  }
}

/** The text for a command that failed without output. */
function exitText(exitCode: number | null | undefined): string {
  return typeof exitCode === 'number' && exitCode !== 0 ? `exit code ${exitCode}` : '';
}

/**
 * The result of a patch is told file by file, because not every agent has words of its own for it live and on disk. The
 * reason of a failure is still told, once.
 */
function patchTexts(item: FileChangeItem, isError: boolean, cwd: string | undefined): string[] {
  if (item.call?.output !== undefined) return [item.call.output];
  const reason = isError ? item.stderr || item.stdout : undefined;
  const texts = wholeChanges(item.changes, cwd).map(({ kind, path }) => `${kind} ${path}`);
  if (reason !== undefined) texts[0] = reason;
  return texts;
}

function mcpText({ error, result }: McpCall, isError: boolean): string {
  if (error) return error.message;
  const texts = (result?.content ?? [])
    .filter(isObject)
    .map(({ text }) => text)
    .filter((text) => typeof text === 'string');
  if (texts.length > 0) return texts.join('\n');
  // Some streams do not have the result.
  if (!result) return '';
  const structured = result.structured_content;
  if (structured !== undefined && structured !== null) return jsonText(structured);
  return isError ? 'Tool failed with no output' : 'Tool completed with no output';
}

/** One line per agent: its thread, its state, its last text. */
function agentsText(states: JsonObject): string {
  return Object.entries(states)
    .map(([thread, state]) => {
      if (!isObject(state)) return `${thread}: ${wordOf(state)}`;
      const message = typeof state.message === 'string' ? `: ${state.message}` : '';
      return `${thread}: ${wordOf(state.status)}${message}`;
    })
    .join('\n');
}

/** The text of any value of the wire. Only strings stay as they are. */
function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

function imagesOf(item: ThreadItem): readonly ImageContent[] {
  if (item.call?.images) return item.call.images.map(imageContent);
  if (item.type === 'mcp_tool_call') return mcpImages(mcpCall(item).result);
  return item.type === 'image' && item.data !== undefined ? [imageContent(item.data)] : NO_IMAGES;
}

function mcpImages(result: McpToolResult | null): ImageContent[] {
  const images: ImageContent[] = [];
  for (const block of result?.content ?? []) {
    if (!isObject(block) || block.type !== 'image' || typeof block.data !== 'string') continue;
    const media_type = typeof block.mimeType === 'string' ? block.mimeType : 'image/png';
    images.push({ type: 'image', source: { type: 'base64', media_type, data: block.data } });
  }
  return images;
}
