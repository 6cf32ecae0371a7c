import { isLoopback } from '../../../machine/http/is-loopback.ts';
import { defineCommand } from '../define-command.ts';
import { usageError } from '../exit.ts';
import { parseCount } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { ARCHIVE_HELP } from '../remote/remote-store.ts';
import { namedServer } from '../server-url.ts';
import { readAllowRun } from './allow-run.ts';

const USUAL_PORT = 4777;

const help = `threadline serve: open the viewer in a browser.

Usage
  threadline serve [FILE...] [--open] [--port N]

  Prints an address that opens the page, and goes on until it is interrupted
  (Ctrl-C). The page is for you alone: the address holds a token, and the server
  listens on this machine only. It changes no session; stars, tags and notes go
  to the file of 'threadline star'. A second 'threadline serve' finds the one
  that runs.

  With FILE only these are shown: what an agent printed or kept, and what
  'threadline convert' wrote.

Options
      --open          Open the page in the browser
      --port N        The port to listen on; the next free one if it is taken,
                      any free one for 0 (default: ${USUAL_PORT})
      --host ADDRESS  Listen on another address; needs --allow-remote
      --allow-remote  Let other machines in. Whoever has the address with its
                      token can read every session; nobody can change anything
      --allow-run     Let the page start agents, answer what they ask, and stop
                      them. Not with --allow-remote
      --run-folder DIR
                      Agents may also be started below it, not only in folders
                      of the list; may be given several times
      --tell-after N  With --allow-run: when something has waited for N seconds,
                      run the command or call the address that follows
      --tell-command JSON
                      A program and its arguments, such as '["notify-send"]';
                      one line about what waits is one argument more
      --tell-url URL  An http address of this machine that gets {"text": …}
      --sample        Show the sessions that came with threadline, not yours
      --no-index      Do not index: search is off
      --home DIR      Where to look for sessions; may be given several times
${ARCHIVE_HELP}
  -h, --help          Show this help

From another machine
  ssh -L ${USUAL_PORT}:127.0.0.1:${USUAL_PORT} HOST, then 'threadline serve' there, and open the
  address here.

Exit codes
  0  ended        2  wrong arguments        4  it cannot listen or read
  3  no dialect recognises a FILE           130  interrupted
` as const;

const options = optionsOf(help, 'home', 'run-folder');

export const serveCommand = defineCommand('serve', help, options, async ({ values, positionals: files }, context) => {
  const port = parseCount('serve', '--port', values.port, 0) ?? USUAL_PORT;
  if (port > 65_535) throw usageError('--port is a number up to 65535', 'serve');
  if (values.host !== undefined && !isLoopback(values.host) && !values['allow-remote']) {
    throw usageError(`--host ${values.host} lets other machines in; say so with --allow-remote`, 'serve');
  }
  if (files.length > 0 && (values.sample || values.archive !== undefined))
    throw usageError('FILE shows files, --sample and --archive other sessions: give one of them', 'serve');
  const run = readAllowRun(values, values.host === undefined || isLoopback(values.host));
  const { serve } = await import('./serve.ts');
  return serve({
    ...context,
    port,
    host: values.host,
    allowRemote: values['allow-remote'] === true,
    run,
    open: values.open === true,
    sample: values.sample === true,
    index: !values['no-index'],
    homes: values.home,
    files,
    archive: namedServer('serve', values.archive),
  });
});
