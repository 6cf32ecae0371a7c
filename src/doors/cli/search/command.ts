import type { CliContext } from '../agents.ts';
import type { Command } from '../commands.ts';
import type { ExitCode } from '../exit.ts';
import { COLOR_HELP, type OptionValues, parseOptions } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { ARCHIVE_HELP } from '../remote/remote-store.ts';
import type { ParsedSearch } from './parse-search.ts';
import { splitFiles } from './split-files.ts';

const help = `threadline search: search what was said in all sessions, newest first.

Usage
  threadline search WORDS... [--phrase | --exact | --regex] [--best]
                    [--agent NAME] [--here | --project NAME...] [--since WHEN]
                    [--until WHEN] [--role ROLE] [--kind KIND] [--tool NAME]
                    [--file PATH] [--model NAME] [--errors] [--limit N]
                    [--home DIR]... [--json]
  threadline search WORDS... --in FILE... [the same]

  WORDS     all of them, in any order, case and form: deadlocks finds deadlock;
            wor* is a beginning
  '"…"'     --phrase: in this order, next to each other
  "'…'"     --exact: these characters, also inside of words
  '/…/'     --regex: a regular expression of JavaScript; a second slash inside
            makes it a path

  Sessions are taken into the archive first, also those that agents delete
  later: 'threadline archive --help'. Ctrl-C shows what was found so far.
  'threadline show SESSION#MESSAGE' opens a hit.

  With --in nothing but these files is searched, and no archive is needed: what
  an agent printed or kept, and what 'threadline convert' wrote.

Options
      --in FILE       Search this file, or several; - is standard input
      --phrase        The words in this order
      --exact         These characters
      --regex         A regular expression
      --best          Those that fit best first, of the newest 2,000
      --agent NAME    Only sessions of one agent
      --here          Only those of this folder and the folders below it
      --project NAME  Only those of a project: its name, a path, or a part that
                      no other has; may be given several times
      --since WHEN    Only what was said since: 2026-11-15, 36h, 90d, 1w, today,
                      yesterday, monday, 'last week'
      --until WHEN    Only what was said until then; a day counts whole
      --role ROLE     user, assistant or system
      --kind KIND     text, thinking, tool_use, tool_result, image or note
      --tool NAME     Only calls and results of a tool: Bash, Edit, …
      --file PATH     Only sessions that read or wrote a file: a whole path, or
                      its last parts
      --model NAME    Only sessions of a model, or whose model begins so
      --errors        Only results of calls that failed
  -n, --limit N       So many hits at most; 20 by default
      --ghosts        Also prompts of sessions of which nothing else is left, in
                      the agents' own logs of what was typed
      --home DIR      Where to look for new sessions; may be given several times
  -y, --yes           Do not ask before a first index of more than 2 GB
      --json          Write {query, mode, searched: {sessions, of}, more, near,
                      hits: [{agent, id, session, message, role, kind, tool,
                      time, title, before, match, after}]}; with --in each hit
                      has its file
${ARCHIVE_HELP}
      --machine NAME  Of a server: only what was said on this machine
      --color WHEN    ${COLOR_HELP}
  -h, --help          Show this help

Exit codes
  0  found      1  nothing was found      2  wrong arguments, or --yes is wanted
  3  no dialect recognises a file of --in      130  interrupted
  4  not all could be searched: the archive or a file cannot be read, the disk
     is full, another process is indexing, or the pattern took too long

Examples
  threadline search deadlock pool --since 30d
  threadline search --exact 'ECONNRESET (' --tool Bash
  threadline search deadlock --in build-*.ndjson
  threadline search '/time(d )?out after \\d+ s/' --here
` as const;

const options = optionsOf(help, 'home', 'project', 'in');
/** The values as they were given. */
export type SearchValues = OptionValues<typeof options>;

async function askRunning(parsed: ParsedSearch, given: SearchValues & CliContext): Promise<ExitCode | undefined> {
  const { searchRunning } = await import('./running/search-running.ts');
  return searchRunning(parsed, given);
}

export const searchCommand: Command = {
  options,
  help: async () => help,
  async run(args, { agents }) {
    const several = parseOptions('search', splitFiles(args), options);
    // All that follows --in would be files: then only the first is one, and the others are words.
    const { values, positionals } = several.positionals.length > 0 ? several : parseOptions('search', args, options);
    const given = { ...values, agents };
    const { parseSearch } = await import('./parse-search.ts');
    const parsed = await parseSearch(positionals, given);
    // Logs of prompts are read by the process that was asked for them alone.
    const exitCode = given.ghosts ? undefined : await askRunning(parsed, given);
    if (exitCode !== undefined) return exitCode;
    const { search } = await import('./search.ts');
    return search(parsed, given);
  },
};
