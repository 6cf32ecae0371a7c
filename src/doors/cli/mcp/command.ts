import { defineOptionCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import type { OptionValues } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { namedServer } from '../server-url.ts';

const help = `threadline mcp: run an MCP server, so that agents can search earlier sessions.

Usage
  threadline mcp [--project NAME]... [--all-projects] [--log FILE]

  Speaks the Model Context Protocol on standard input and output; an agent
  starts it. It offers search_sessions, list_sessions, read_session,
  session_usage, why_line and changes_of, reads only, and answers about the
  sessions of the folder that it is started in, and of agents that they started.
  Never about the session that asks. Secrets that it recognises are replaced,
  and all text is marked as untrusted.

Options
      --project NAME   Another project instead: its name, a path, or a part of
                       either; may be given several times
      --all-projects   The sessions of all folders: what was said in any
                       project can then come up in this one
      --home DIR       Where to look for new sessions; may be given several
                       times
      --archive URL    Answer from this server, postgres://…; by default the one
                       that THREADLINE_ARCHIVE names, if any
      --log FILE       Note every call in a file, a line of JSON each
  -y, --yes            Do not ask before a first index of more than 2 GB
  -h, --help           Show this help

Exit codes
  0  the agent ended it      2  wrong arguments
  4  a package is missing, or the archive or the log cannot be used

Examples
  codex mcp add threadline -- threadline mcp
  claude mcp add threadline -- threadline mcp
  gemini mcp add threadline threadline mcp
`;

const options = optionsOf(help, 'home', 'project');
/** The values as they were given. */
export type McpValues = OptionValues<typeof options>;

export const mcpCommand = defineOptionCommand('mcp', help, options, async (values, { agents }) => {
  if (values.project && values['all-projects'])
    throw usageError('--project and --all-projects exclude each other', 'mcp');
  const { mcp } = await import('./mcp.ts');
  return mcp({ ...values, archive: namedServer('mcp', values.archive), agents });
});
