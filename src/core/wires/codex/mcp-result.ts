import type { McpToolResult } from '../../thread/item.ts';
import { anything, list, optionalFlag } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** An MCP server's answer. Source: `CallToolResult` of codex-rs/mcp-types; older dialects use camelCase names. */
export const mcpResultTable = fieldTable<McpToolResult>((wire) => ({
  content: list(wire.content),
  structured_content:
    wire.structured_content === undefined ? anything(wire.structuredContent) : anything(wire.structured_content),
  _meta: anything(wire._meta),
  is_error: optionalFlag(wire.is_error) ?? optionalFlag(wire.isError),
}));
