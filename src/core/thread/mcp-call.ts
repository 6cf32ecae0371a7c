import { isObject } from '../lines/json.ts';
import type { McpToolCallItem, McpToolError, McpToolResult } from './item.ts';

/** A call of an MCP server's tool under one set of names. */
export interface McpCall {
  server: string;
  tool: string;
  arguments: unknown;
  result: McpToolResult | null;
  error: McpToolError | null;
}

/**
 * Reads an MCP call, by whichever names and forms its item has. Names that are missing are empty.
 * @example
 * import { mcpCall } from 'threadline';
 * const item = { id: '1', type: 'mcp_tool_call', server_name: 'files', tool_name: 'list', status: 'completed' } as const;
 * console.log(mcpCall(item).tool);
 */
export function mcpCall(item: McpToolCallItem): McpCall {
  return {
    server: item.server ?? item.server_name ?? '',
    tool: item.tool ?? item.tool_name ?? '',
    arguments: item.arguments,
    result: resultOf(item.result),
    error: typeof item.error === 'string' ? { message: item.error } : (item.error ?? null),
  };
}

/** A value that is no answer by the MCP specification is shown as its structured content. */
function resultOf(result: unknown): McpToolResult | null {
  if (result === undefined || result === null) return null;
  return isResult(result) ? result : { content: [], structured_content: result };
}

function isResult(value: unknown): value is McpToolResult {
  return isObject(value) && Array.isArray(value.content);
}
