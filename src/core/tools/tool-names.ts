/** Names of MCP tools, in all spellings that Codex has had (formats/codex.md, section 5.3). */

export interface McpTool {
  server: string;
  tool: string;
}

/** Codex up to 0.7. */
const OLD_SEPARATOR = '__OAI_CODEX_MCP__';
const PREFIX = 'mcp__';

/**
 * Splits the name of an MCP tool: `server__OAI_CODEX_MCP__tool`, `server__tool`, `mcp__server__tool`, or a tool beside
 * a namespace `mcp__server__` or `mcp__server`. Undefined for any other name. A server whose own name contains `__`
 * cannot be told from the tool; only the events of a call name both apart.
 */
export function parseMcpName(name: string, namespace?: string): McpTool | undefined {
  if (namespace !== undefined) {
    if (!namespace.startsWith(PREFIX)) return undefined;
    const server = namespace.slice(PREFIX.length, namespace.endsWith('__') ? -2 : undefined);
    return server === '' ? undefined : { server, tool: name };
  }
  if (name.includes(OLD_SEPARATOR)) return splitAt(name, OLD_SEPARATOR);
  return splitAt(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name, '__');
}

/** Server and tool of `mcp__server__tool`, if joining them gives the same name. Undefined for any other name. */
export function mcpParts(name: string): McpTool | undefined {
  return name.startsWith(PREFIX) ? splitAt(name.slice(PREFIX.length), '__') : undefined;
}

function splitAt(name: string, separator: string): McpTool | undefined {
  const end = name.indexOf(separator);
  if (end <= 0 || end + separator.length === name.length) return undefined;
  return { server: name.slice(0, end), tool: name.slice(end + separator.length) };
}

/** A tool's full name: its namespace, two underscores unless the namespace ends with them, and its own name. */
export function fullToolName(name: string, namespace?: string): string {
  if (namespace === undefined || namespace === '') return name;
  return `${namespace}${namespace.endsWith('__') ? '' : '__'}${name}`;
}

/** Namespaces of Codex's own tools. These tools go by their own names. */
const OWN_NAMESPACES = new Set([
  'functions',
  'web',
  'image_gen',
  'clock',
  'memories',
  'skills',
  'collaboration',
  'multi_agent_v1',
  'multi_agent_v2',
]);

/** A namespace that is part of a tool's name: that of an MCP server or a client, not one of Codex's own. */
export function foreignNamespace(namespace: string | undefined): string | undefined {
  return namespace === undefined || namespace === '' || OWN_NAMESPACES.has(namespace) ? undefined : namespace;
}
