import { COLLECT_OPTIONS_HELP, collectOptions } from '../collect/command.ts';
import type { Command } from '../commands.ts';
import { usageError } from '../exit.ts';
import { parseCount, parseOptions } from '../options.ts';

const options = { ...collectOptions, wait: { type: 'string' } } as const;
const DEFAULT_WAIT_SECONDS = 60;

const help = `threadline push: send all sessions that are there, for the end of a CI job.

Usage
  threadline push [--wait SECONDS] --to URL [--machine NAME] [--home DIR]...
  threadline push --dry-run [--home DIR]...

  Ends as soon as everything is sent. Where the gateway cannot be reached it is
  tried again until the time is over. 'threadline collect --help' says what is
  sent, and how much of which folder.

Options
      --wait SECONDS     How long to try: 60 by default
${COLLECT_OPTIONS_HELP}

Exit codes
  0  all is sent      2  wrong arguments      4  not in time, no token, or wrong
  settings; a line says how much is left

Examples
  threadline push --wait 60 --machine "run-$GITHUB_RUN_ID"
  threadline push --dry-run | less
`;

export const pushCommand: Command = {
  options,
  help: async () => help,
  async run(args, context) {
    const { values, positionals } = parseOptions('push', args, options);
    if (positionals.length > 0) throw usageError(`push takes no argument '${positionals[0]}'`, 'push');
    const seconds = parseCount('push', '--wait', values.wait, 1) ?? DEFAULT_WAIT_SECONDS;
    if (seconds > 86_400) throw usageError('--wait takes no more than a day', 'push');
    const { collect } = await import('../collect/collect.ts');
    return collect({
      ...context,
      command: 'push',
      to: values.to,
      tokenFile: values['token-file'],
      machine: values.machine,
      homes: values.home,
      agent: values.agent,
      allowHttp: values['allow-http'] === true,
      dryRun: values['dry-run'] === true,
      waitMs: seconds * 1000,
    });
  },
};
