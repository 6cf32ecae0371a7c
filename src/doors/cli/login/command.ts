import { isTeamAddress } from '../../../fleet/team/team-address.ts';
import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline login: log in to a team's server.

Usage
  threadline login URL [--json]

  Shows an address and a code. Open the address, log in there as usual, compare
  the code and confirm. Then 'threadline search --archive URL' and others answer
  what you may see, and 'threadline collect --to URL' sends the sessions of this
  machine as yours. The login lasts 30 days, if your provider lets it, and is
  kept in logins.json in the data folder, which only you can read.

Options
      --machine NAME  The name of this machine there (default: its host name)
      --json          Print the address and the code as JSON, then the server
  -h, --help          Show this help

Exit codes
  0  logged in    2  wrong arguments    4  not confirmed, or no such server
  130  interrupted
` as const;

const options = optionsOf(help);

export const loginCommand = defineCommand('login', help, options, async ({ values, positionals }) => {
  const [url, ...rest] = positionals;
  if (url === undefined || rest.length > 0) throw usageError('login takes one URL', 'login');
  if (!isTeamAddress(url)) throw usageError('a team server is named https://HOST', 'login');
  const { login } = await import('./login.ts');
  return login(new URL(url).origin, { machine: values.machine, json: values.json === true });
});
