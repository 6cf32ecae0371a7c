/** How Codex has written the tool `echo` of the MCP server `demo`: its name, and the namespace beside it. */
export const mcpSpellings: [name: string, namespace: string | undefined][] = [
  ['demo__OAI_CODEX_MCP__echo', undefined],
  ['demo__echo', undefined],
  ['mcp__demo__echo', undefined],
  ['echo', 'mcp__demo__'],
  ['echo', 'mcp__demo'],
];
