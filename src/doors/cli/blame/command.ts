import { defineCommand } from '../define-command.ts';
import { COLOR_HELP } from '../options.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline blame: say which session, prompt and model wrote a line.

Usage
  threadline blame FILE[:LINE | :FROM-TO] [--rev REV] [--repo DIR]
  threadline blame --commit SHA... [--repo DIR]
  threadline blame --range FROM..TO [--repo DIR]

  The texts that sessions wrote are compared with the commit's own, whichever
  machine or folder they come from. Time, trailers and hooks decide nothing.
  proven: the file was so, byte for byte, after a call. derived: other lines of
  it changed since. probable: the same words, moved or formatted. All else is
  not known.

Options
      --rev REV          The revision of FILE; by default the file as it
                         lies in the work tree
      --commit SHA       Every line that this commit adds; may be given several
                         times, - reads hashes from standard input
      --range FROM..TO   The same of every commit of a range
      --repo DIR         The repository, bare or not; this folder by default
      --min-level LEVEL  Only answers that are proven, derived or probable at
                         least; others count as not known
      --prompts          Also what was asked for in each turn
      --home DIR         Where sessions are; may be given several times
      --archive URL      Servers keep redacted texts: they cannot tell
      --json             A line of JSON for each commit, or for the file:
                         {commit, files: [{path, lines: [{line, text, session:
                         {agent, id}, agent_thread, turn, call, model, level,
                         rule, why, committed_by, prompt}]}], read: {sessions,
                         missing}}
      --notes            One commit as a note of git-ai: lines that are
                         proven or derived
      --agent-trace      Commits as records of Agent Trace 0.1.0
      --color WHEN       ${COLOR_HELP}
  -h, --help             Show this help

Exit codes
  0  done, also where nothing is known      2  wrong arguments
  4  no repository, no such commit or file

Examples
  threadline blame src/pool.ts:40-60
  threadline blame --commit HEAD --notes | git notes --ref=ai add -F - HEAD
  git rev-list main..HEAD | threadline blame --commit - --json
` as const;

const options = optionsOf(help, 'home', 'commit');

export const blameCommand = defineCommand('blame', help, options, async ({ values, positionals }, { agents }) => {
  const { readBlameRequest } = await import('./blame-request.ts');
  const request = await readBlameRequest(positionals, values);
  const { blame } = await import('./blame.ts');
  return blame({ ...request, agents, homes: values.home });
});
