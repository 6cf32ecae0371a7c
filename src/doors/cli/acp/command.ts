import { defineOptionCommand } from '../define-command.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline acp: show earlier sessions in an editor.

Usage
  threadline acp [--home DIR]...

  Speaks the Agent Client Protocol, version 1, on standard input and output; an
  editor such as Zed starts it as one of its agents. It lists the sessions of
  all agents, those of a folder alone where the editor asks for one, and shows
  what was said and done in them, recognised secrets replaced. Sessions whose
  files are gone come from the archive. It is no agent: a prompt is answered by
  the command that hands the session over. Nothing is started or written.

Options
      --home DIR   Where to look for sessions; may be given several times
  -h, --help       Show this help

Exit codes
  0  the editor ended it      2  wrong arguments

Example of Zed's settings
  "agent_servers": {"History": {"command": "threadline", "args": ["acp"]}}
`;

const options = optionsOf(help, 'home');

export const acpCommand = defineOptionCommand('acp', help, options, async (values, { agents }) => {
  const { acp } = await import('./acp.ts');
  return acp({ agents, homes: values.home });
});
