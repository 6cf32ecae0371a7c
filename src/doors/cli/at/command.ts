import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { optionsOf } from '../options-of.ts';
import { refuseServer } from '../server-url.ts';
import { parseSessionTurn } from './session-turn.ts';

const help = `threadline at: write the files of a repository as they were at a turn.

Usage
  threadline at SESSION#TURN --into DIR [--unsure] [--json]

  The tree when that turn of the session ended: the nearest commit that the
  session made, or began at, and the changes that it made since.
  threadline-manifest.json beside the files says of each how sure it is:
  proven (a later or earlier look at the file shows this text), derived (the
  changes give it, and no command ran that may have written to it) or unsure.
  Texts are written as they were: secrets in them are not redacted.

Options
      --into DIR    The folder to write to: absent or empty, and outside of any
                    work tree. It is made for you alone
      --unsure      Write the last known text of files that are unsure, too. By
                    default they are as in the commit
      --repo DIR    The repository; by default that of the working folder
      --json        Write the manifest
      --home DIR    Where to look for sessions; may be given several times
      --archive URL Servers keep redacted texts: they cannot tell what was in a
                    file, and are refused
  -h, --help        Show this help

  Every file is written by threadline from git's own texts. No hook, filter or
  setting of the repository runs, nothing is written through a link, and no path
  or link leads out of DIR. Submodules are listed, not written.

Exit codes
  0  done      2  wrong arguments
  4  no such session, turn or repository, or DIR cannot be written to

Examples
  threadline at last#3 --into /tmp/before
  threadline at 43b2bd6e#12 --into /tmp/tree --unsure
` as const;

const options = optionsOf(help, 'home');

export const atCommand = defineCommand('at', help, options, async ({ values, positionals }, { agents }) => {
  refuseServer('at', values.archive, 'what was in a file');
  const named = parseSessionTurn('at', positionals);
  if (values.into === undefined) throw usageError('say where the files are to be written: --into DIR', 'at');
  const { at } = await import('./at.ts');
  return at({
    ...named,
    into: values.into,
    unsure: values.unsure === true,
    json: values.json === true,
    repository: values.repo ?? '.',
    agents,
    homes: values.home,
  });
});
