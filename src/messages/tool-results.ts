import { isObject, type JsonObject } from '../lines/json.ts';
import type { FileChangeItem, McpToolCallItem, McpToolResult, ThreadItem } from '../thread/item.ts';
import { imageContent } from './image-content.ts';
import { jsonText } from './json-text.ts';
import type { ImageContent } from './message.ts';

/** What came of a tool. */
export interface ToolResult {
  /** For a patch, one for each of its files; else one. */
  texts: string[];
  isError: boolean;
  images: ImageContent[];
}

const NO_IMAGES: ImageContent[] = [];

/** What came of an item that is done. */
export function toolResultOf(item: ThreadItem): ToolResult {
  const isError = hasFailed(item);
  switch (item.type) {
    case 'command_execution':
      return { texts: [item.aggregated_output], isError, images: NO_IMAGES };
    case 'file_change':
      return { texts: patchTexts(item, isError), isError, images: NO_IMAGES };
    case 'mcp_tool_call':
      return { texts: [mcpText(item, isError)], isError, images: mcpImages(item.result) };
    case 'collab_tool_call':
      return { texts: [agentsText(item.agents_states)], isError, images: NO_IMAGES };
    case 'todo_list':
      return { texts: ['Plan updated'], isError, images: NO_IMAGES };
    case 'tool_call':
      return { texts: [item.output ?? ''], isError, images: NO_IMAGES };
    case 'image':
      return { texts: [''], isError, images: item.data === undefined ? NO_IMAGES : [imageContent(item.data)] };
    default:
      return { texts: [''], isError, images: NO_IMAGES };
  }
}

/** An exit code that is null or absent says nothing; a server of MCP may call its own answer an error. */
export function hasFailed(item: ThreadItem): boolean {
  if ('status' in item && (item.status === 'failed' || item.status === 'declined')) return true;
  if (item.type === 'command_execution') return typeof item.exit_code === 'number' && item.exit_code !== 0;
  if (item.type === 'mcp_tool_call') return (item.error ?? null) !== null || item.result?.is_error === true;
  return false;
}

/** What a patch did is told file by file: the agent's own words are not live. Why it failed is worth them all the same. */
function patchTexts(item: FileChangeItem, isError: boolean): string[] {
  const reason = isError ? item.stderr || item.stdout : undefined;
  return item.changes.map(({ kind, path }) => reason ?? `${kind} ${path}`);
}

function mcpText(item: McpToolCallItem, isError: boolean): string {
  if (item.error) return item.error.message;
  const texts = (item.result?.content ?? [])
    .filter(isObject)
    .map(({ text }) => text)
    .filter((text) => typeof text === 'string');
  if (texts.length > 0) return texts.join('\n');
  // Live streams up to 0.50 do not say what came back.
  if (!item.result) return '';
  const structured = item.result.structured_content;
  if (structured !== undefined && structured !== null) return jsonText(structured);
  return isError ? 'Tool failed with no output' : 'Tool completed with no output';
}

function mcpImages(result: McpToolResult | null | undefined): ImageContent[] {
  const images: ImageContent[] = [];
  for (const block of result?.content ?? []) {
    if (!isObject(block) || block.type !== 'image' || typeof block.data !== 'string') continue;
    const media_type = typeof block.mimeType === 'string' ? block.mimeType : 'image/png';
    images.push({ type: 'image', source: { type: 'base64', media_type, data: block.data } });
  }
  return images;
}

/** A line for each agent: its thread, its state, what it said last. */
function agentsText(states: JsonObject): string {
  return Object.entries(states)
    .map(([thread, state]) => {
      if (!isObject(state)) return `${thread}: ${String(state)}`;
      const message = typeof state.message === 'string' ? `: ${state.message}` : '';
      return `${thread}: ${String(state.status)}${message}`;
    })
    .join('\n');
}
