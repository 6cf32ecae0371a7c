import { ThreadlineError } from '../../errors.ts';

/** Loads the needed parts of the official SDK, an optional peer dependency, when they are needed. */
export async function loadSdk() {
  try {
    const [{ McpServer }, { StdioServerTransport }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/mcp.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
    ]);
    return { McpServer, StdioServerTransport };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const message = 'the MCP server needs a package that is not installed: npm install @modelcontextprotocol/sdk';
    throw new ThreadlineError('not-found', message, { cause: error });
  }
}
