import { isTeamAddress } from '../../../fleet/team/team-address.ts';
import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline login: log in to a team's server.

Usage
  threadline login URL [--json]
  threadline login URL --code-file FILE
  threadline login URL --rotate

  Shows an address and a code. Open the address, log in there as usual, compare
  the code and confirm. Then 'threadline search --archive URL' and others answer
  what you may see, and 'threadline collect --to URL' sends the sessions of this
  machine as yours. The login lasts 30 days, if your provider lets it, and is
  kept in logins.json in the data folder, which only you can read.

  With a code for many machines nobody is logged in: this machine gets a token
  that only sends, and admins alone see its sessions, until somebody logs in
  here. What was sent before stays theirs alone. A machine whose token counts
  keeps it and takes no use of the code. --rotate replaces the token that this
  machine sends with; the old one counts no more.

Options
      --machine NAME    The name of this machine there (default: its host name)
      --code-file FILE  The code that 'threadline team enrol add' printed, in a
                        file that only you can read; - is standard input. Else
                        THREADLINE_ENROL_CODE. It is never an argument
      --rotate          Replace the token that this machine sends with
      --json            Print the address and the code as JSON, then the server
  -h, --help            Show this help

Exit codes
  0  done    2  wrong arguments    4  not confirmed, refused, or no such server
  130  interrupted
` as const;

const options = optionsOf(help);

export const loginCommand = defineCommand('login', help, options, async ({ values, positionals }) => {
  const [url, ...rest] = positionals;
  if (url === undefined || rest.length > 0) throw usageError('login takes one URL', 'login');
  if (!isTeamAddress(url)) throw usageError('a team server is named https://HOST', 'login');
  const { origin } = new URL(url);
  const { machine, json = false, rotate: isRotation = false, 'code-file': codeFile } = values;
  if (isRotation && (codeFile !== undefined || machine !== undefined))
    throw usageError('--rotate takes no --code-file and no --machine', 'login');
  if (isRotation) return (await import('./enrol.ts')).rotate(origin, json);
  if (codeFile !== undefined || process.env.THREADLINE_ENROL_CODE)
    return (await import('./enrol.ts')).enrol(origin, { machine, json, codeFile });
  const { login } = await import('./login.ts');
  return login(origin, { machine, json });
});
