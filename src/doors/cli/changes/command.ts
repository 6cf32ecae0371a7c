import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { COLOR_HELP, parseCount } from '../options.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline changes: show the files that a session changed.

Usage
  threadline changes SESSION [--turn N] [--stat | --patch | --json]

  The net change of each file, from the first text that the session saw of it to
  the last that it left, sub-agents included. What commands of a shell wrote is
  known only where they name the file and its text.

Options
      --turn N      Only what one turn changed
      --stat        A line for each file, which is the default
      --patch       The change as a diff that 'git apply' takes
      --json        Write {session: {agent, id}, files: [{path, kind, added,
                    removed, level, base, turns, patch, committed, lost,
                    hunks: [{old, new, lines, origin, commits: [{line, count,
                    commit}]}]}], commands}; commit is null for lines that
                    stand in no commit
      --repo DIR    The repository in which lines were committed or lost; this
                    folder by default
      --home DIR    Where to look for sessions; may be given several times
      --color WHEN  ${COLOR_HELP}
  -h, --help        Show this help

Exit codes
  0  done      2  wrong arguments      4  no such session, or it cannot be read

Examples
  threadline changes last
  threadline changes last --patch > session.patch
` as const;

const options = optionsOf(help, 'home');

export const changesCommand = defineCommand('changes', help, options, async ({ values, positionals }, { agents }) => {
  const [wanted] = positionals;
  if (wanted === undefined || positionals.length > 1) throw usageError('name one SESSION', 'changes');
  if ([values.stat, values.patch, values.json].filter(Boolean).length > 1)
    throw usageError('--stat, --patch and --json exclude each other', 'changes');
  const { changes } = await import('./changes.ts');
  return changes({
    wanted,
    turn: parseCount('changes', '--turn', values.turn, 1),
    shape: values.json ? 'json' : values.patch ? 'patch' : 'stat',
    color: values.color,
    repository: values.repo,
    agents,
    homes: values.home,
  });
});
