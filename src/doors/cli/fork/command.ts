import { parseSessionTurn } from '../at/session-turn.ts';
import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { optionsOf } from '../options-of.ts';
import { refuseServer } from '../server-url.ts';

const help = `threadline fork: go on from a turn of a session, in a repository of its own.

Usage
  threadline fork SESSION#TURN --to AGENT --into DIR [--unsure] [--json]

  Writes the files of that turn into DIR, as 'threadline at' does, makes them a
  new repository with one commit, and hands the thread up to that turn over to
  AGENT there, as 'threadline handoff' does. Your repository is not touched.

Options
      --to AGENT    Who goes on; 'threadline handoff --help' names them
      --into DIR    The folder to write to: absent or empty, and outside of any
                    work tree. It is made for you alone
      --unsure      Write the last known text of files that are unsure, too. By
                    default they are as in the commit
      --repo DIR    The repository; by default that of the working folder
      --no-redact   Hand secrets of the thread over, too
      --json        Write {manifest, commit, handoff}
      --home DIR    Where to look for sessions; may be given several times
      --archive URL Servers keep redacted texts: they cannot tell what was in a
                    file, and are refused
  -h, --help        Show this help

Exit codes
  0  done      2  wrong arguments
  4  no such session, turn, repository or agent, or DIR cannot be written to

Examples
  threadline fork last#3 --to codex --into /tmp/other-way
` as const;

const options = optionsOf(help, 'home');

export const forkCommand = defineCommand('fork', help, options, async ({ values, positionals }, { agents }) => {
  refuseServer('fork', values.archive, 'what was in a file');
  const named = parseSessionTurn('fork', positionals);
  if (values.into === undefined) throw usageError('say where the files are to be written: --into DIR', 'fork');
  if (values.to === undefined) throw usageError('say who is to go on: --to AGENT', 'fork');
  const { fork } = await import('./fork.ts');
  return fork({
    ...named,
    to: values.to,
    into: values.into,
    unsure: values.unsure === true,
    json: values.json === true,
    redact: values['no-redact'] !== true,
    repository: values.repo ?? '.',
    agents,
    homes: values.home,
  });
});
