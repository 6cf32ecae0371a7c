import { defineOptionCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { SENDING_HELP } from '../fleet/sending.ts';
import { parseCount } from '../options.ts';
import { optionsOf } from '../options-of.ts';

const DEFAULT_WAIT_SECONDS = 60;

const help = `threadline push: send all sessions to a gateway once, at the end of a CI job.

Usage
  threadline push [--wait SECONDS] --to URL [--machine NAME] [--home DIR]...
  threadline push --dry-run [--home DIR]...

  Ends as soon as everything is sent. Where the gateway cannot be reached it is
  tried again until the time is over. 'threadline collect --help' says what is
  sent, and how much of which folder.

Options
      --wait SECONDS     How long to try: 60 by default
${SENDING_HELP}

Exit codes
  0  all is sent      2  wrong arguments      4  not in time, no token, or wrong
  settings; a line says how much is left

Examples
  threadline push --wait 60 --machine "run-$GITHUB_RUN_ID"
  threadline push --dry-run | less
` as const;

const options = optionsOf(help, 'home');

export const pushCommand = defineOptionCommand('push', help, options, async (values, context) => {
  const seconds = parseCount('push', '--wait', values.wait, 1) ?? DEFAULT_WAIT_SECONDS;
  if (seconds > 86_400) throw usageError('--wait takes no more than a day', 'push');
  const { collect } = await import('../collect/collect.ts');
  return collect({ ...context, ...values, command: 'push', waitMs: seconds * 1000 });
});
