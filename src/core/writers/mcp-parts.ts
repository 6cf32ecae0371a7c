/** Server and tool of `mcp__server__tool`; undefined for any other name. */
export function mcpParts(name: string): { server: string; tool: string } | undefined {
  if (!name.startsWith('mcp__')) return undefined;
  const end = name.indexOf('__', 5);
  if (end <= 5 || end + 2 >= name.length) return undefined;
  return { server: name.slice(5, end), tool: name.slice(end + 2) };
}
