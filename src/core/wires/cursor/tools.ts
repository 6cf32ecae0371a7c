import type { DescribedTools } from '../described-tools.ts';

/** Cursor's tools, under the names of its command line and of its editor. */
export const CURSOR_TOOLS: DescribedTools = {
  shells: { Shell: 'command', run_terminal_cmd: 'command', run_terminal_cmd_v2: 'command' },
  writes: { Write: ['path', 'contents'] },
  edits: {
    StrReplace: ['path', 'old_string', 'new_string'],
    search_replace: ['file_path', 'old_string', 'new_string'],
  },
  mcp(name) {
    const [, server, tool] = /^mcp_([^_]+)_(.+)$/.exec(name) ?? [];
    return server !== undefined && tool !== undefined ? { server, tool } : undefined;
  },
};
