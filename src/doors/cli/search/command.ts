import { defineCommand } from '../define-command.ts';
import { COLOR_HELP, type OptionValues } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { ARCHIVE_HELP } from '../remote/remote-store.ts';

const help = `threadline search: find what was said in any session, the newest first.

Usage
  threadline search WORDS... [--phrase | --exact | --regex] [--best]
                    [--agent NAME] [--here | --project DIR...] [--since WHEN]
                    [--until WHEN] [--role ROLE] [--kind KIND] [--tool NAME]
                    [--file PATH] [--model NAME] [--errors] [--limit N]
                    [--home DIR]... [--json]

  WORDS     all of them, in any order, whatever their case and accents; wor*
            is a beginning
  '"…"'     --phrase: in this order, next to each other
  "'…'"     --exact: these characters, also inside of words
  '/…/'     --regex: a regular expression of JavaScript; a second slash inside
            makes it a path

  Sessions are taken into the archive first, also those that agents delete
  later: 'threadline archive --help'. Ctrl-C shows what was found so far.
  'threadline show SESSION#MESSAGE' opens a hit.

Options
      --phrase        The words in this order
      --exact         These characters
      --regex         A regular expression
      --best          Those that fit best first, of the newest 2,000
      --agent NAME    Only sessions of one agent
      --here          Only those of this folder and the folders below it
      --project DIR   Only those of that folder; may be given several times
      --since WHEN    Only what was said since: 2026-11-15, 36h, 7d, 2w
      --until WHEN    Only what was said until then; a date is all of it
      --role ROLE     user, assistant or system
      --kind KIND     text, thinking, tool_use, tool_result or image
      --tool NAME     Only calls and results of a tool: Bash, Edit, …
      --file PATH     Only sessions that read or wrote a file: a whole path, or
                      its last parts
      --model NAME    Only sessions of a model, or whose model begins so
      --errors        Only results of calls that failed
  -n, --limit N       So many hits at most; 20 by default
      --home DIR      Where to look for new sessions; may be given several times
  -y, --yes           Do not ask before a first index of more than 2 GB
      --json          Write {query, mode, searched: {sessions, of}, more, hits:
                      [{agent, session, message, role, kind, tool, time, title,
                      before, match, after}]}
${ARCHIVE_HELP}
      --machine NAME  Of a server: only what was said on this machine
${COLOR_HELP}
  -h, --help          Show this help

Exit codes
  0  done, also where nothing was found      2  wrong arguments, or --yes is
  4  the archive cannot be read or written      wanted      130  interrupted

Examples
  threadline search deadlock pool --since 30d
  threadline search --exact 'ECONNRESET (' --tool Bash
  threadline search '/time(d )?out after \\d+ s/' --here
` as const;

const options = optionsOf(help, 'home', 'project');
/** The values as they were given. */
export type SearchValues = OptionValues<typeof options>;

export const searchCommand = defineCommand('search', help, options, async ({ values, positionals }, { agents }) => {
  const { search } = await import('./search.ts');
  return search(positionals, { ...values, agents });
});
