import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { COLOR_HELP } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { namedServer } from '../server-url.ts';

const help = `threadline compare: put two or three sessions side by side.

Usage
  threadline compare A B [C] [--json] [--archive URL]

  Their figures, and their steps aligned by tool call and result: what all did,
  what differs, and what one did alone. Folders do not matter: 'src/a.ts' in two
  copies of a project is the same file. In the table '*' marks the better
  figure; of the steps '=' is equal, '~' different, a letter one session's own.

Options
      --all         All steps; without it, runs of equal ones are one line
      --json        {heads, same: {prompt, commit, cwd}, figures: [{name, a, b,
                    c?, better?}], tests: {a, b, c?}, steps: [{kind: same |
                    differs | a | b | c, a?, b?, c?, why?}], counts, cut,
                    files: [{path, a, b, c?, common}]}; a step has {line, tool,
                    what, at, ms, failed, count}; tests have {result, passed,
                    failed, runs, line, what} of the last command that ran
                    some, or are null
      --home DIR    Where to look for sessions; may be given several times
      --archive URL Ask this server, postgres://… or a team's https://…, instead
                    of this machine; by default the one that THREADLINE_ARCHIVE
                    names, if any
      --color WHEN  ${COLOR_HELP}
  -h, --help        Show this help

Exit codes
  0  done      2  wrong arguments      4  no such session, or it cannot be read

Examples
  threadline compare last 01a1d8ee
  threadline compare last 01a1d8ee --json | jq .counts
` as const;

const options = optionsOf(help, 'home');

export const compareCommand = defineCommand('compare', help, options, async ({ values, positionals }, context) => {
  if (positionals.length < 2 || positionals.length > 3)
    throw usageError('say two or three sessions: compare A B [C]', 'compare');
  const archive = namedServer('compare', values.archive);
  const { compare } = await import('./compare.ts');
  return compare({
    ...context,
    wanted: positionals,
    homes: values.home,
    archive,
    all: values.all === true,
    json: values.json === true,
    color: values.color,
  });
});
