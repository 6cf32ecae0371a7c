import { parseMcpName } from '../tools/tool-names.ts';

/** Claude's name for a tool of an MCP server. */
export function claudeMcpName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`.replace(/[^\w-]/g, '_');
}

/** The same from any of the five ways in which Codex has spelt it; undefined when it is none of them. */
export function mcpToolName(name: string, namespace?: string): string | undefined {
  const mcp = parseMcpName(name, namespace);
  return mcp && claudeMcpName(mcp.server, mcp.tool);
}
