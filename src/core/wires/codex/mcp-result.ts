import type { McpToolResult } from '../../thread/item.ts';
import { anything, list, optionalFlag } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** What an MCP server answered. Source: `CallToolResult` of codex-rs/mcp-types; older dialects have its names in camelCase. */
export const mcpResultTable = fieldTable<McpToolResult>((wire) => ({
  content: list(wire.content),
  structured_content:
    wire.structured_content === undefined ? anything(wire.structuredContent) : anything(wire.structured_content),
  _meta: anything(wire._meta),
  is_error: optionalFlag(wire.is_error) ?? optionalFlag(wire.isError),
}));
