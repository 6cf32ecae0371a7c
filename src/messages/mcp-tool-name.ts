import { parseMcpName } from '../tools/tool-names.ts';

/**
 * Claude's name for a tool of an MCP server. Claude would keep a hyphen, but session files have an underscore for
 * everything that is no letter or digit, and live and reload must agree.
 */
export function claudeMcpName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`.replace(/\W/g, '_');
}

/** The same from any of the five ways in which Codex has spelt it; undefined when it is none of them. */
export function mcpToolName(name: string, namespace?: string): string | undefined {
  const mcp = parseMcpName(name, namespace);
  return mcp && claudeMcpName(mcp.server, mcp.tool);
}
