import type { Command } from '../commands.ts';
import { usageError } from '../exit.ts';
import { parseOptions } from '../options.ts';

const options = {
  home: { type: 'string', multiple: true },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const help = `threadline show: show a session as a readable transcript.

Usage
  threadline show ID|FILE|NUMBER|last [--all] [--json] [--home DIR]...

  ID        a session by its whole id
  FILE      any file that an agent wrote: a session (.jsonl, .jsonl.zst, .json)
            or what the agent printed; - is standard input
  NUMBER    a session by its place in the list of 'threadline sessions'
  last      the session that was last written to

  Long outputs and diffs are folded: their first and last lines are shown.

Options
      --all        Show every line, the context that the CLI put in by itself,
                   and turns that were taken back
      --json       Write {"session": {…}, "messages": […]}, a message a line
      --home DIR   Where to look for sessions; may be given several times. By
                   default the folders in CODEX_HOME, else ~/.codex
  -h, --help       Show this help

Exit codes
  0  done                             2  wrong arguments
  3  no dialect recognises the file   4  no such session, or it cannot be read

Examples
  threadline show last
  threadline show run.jsonl | less
`;

export const showCommand: Command = {
  help: async () => help,
  async run(args) {
    const { values, positionals } = parseOptions('show', args, options);
    const [wanted] = positionals;
    if (wanted === undefined) throw usageError("say what to show: an ID, a FILE or 'last'", 'show');
    if (positionals.length > 1) throw usageError(`show takes one session, not ${positionals.length}`, 'show');
    const { show } = await import('./show.ts');
    return show({ wanted, homes: values.home, all: values.all === true, json: values.json === true });
  },
};
