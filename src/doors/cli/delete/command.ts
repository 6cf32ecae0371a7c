import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline delete: remove a session from this machine, for good.

Usage
  threadline delete SESSION [--yes]

  Lists all that this machine holds of the session: the agent's own files, those
  of its sub-agents, copies that were handed over to other agents, what the
  archive keeps of them, and your star, tags, note and title. Then it asks, and
  removes the list. It also says what it does not touch: files in which the
  agent keeps the prompts of many sessions, and a server.

  The session is remembered by its agent and id, so that the archive does not
  take it in again: not from a backup, and not from a copy.

Options
      --yes       Do not ask
      --json      Write {"agent", "id", "removed": [{kind, session, path}],
                  "stays": [{kind, path, lines, command}], "done"}
      --home DIR  Where to look for sessions; may be given several times
  -h, --help      Show this help

Exit codes
  0  removed
  2  wrong arguments, or nobody said yes
  4  no such session, it is being written to, or a file cannot be removed

Examples
  threadline delete last
  threadline delete 39a3c412 --yes
` as const;

const options = optionsOf(help, 'home');

export const deleteCommand = defineCommand('delete', help, options, async ({ values, positionals }, context) => {
  const [wanted] = positionals;
  if (wanted === undefined) throw usageError('say which session: delete SESSION', 'delete');
  if (positionals.length > 1) throw usageError(`delete takes one session, not ${positionals.length}`, 'delete');
  const { deleteSession } = await import('./delete-session.ts');
  return deleteSession({
    ...context,
    wanted,
    homes: values.home,
    yes: values.yes === true,
    json: values.json === true,
  });
});
