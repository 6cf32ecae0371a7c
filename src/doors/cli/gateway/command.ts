import { defineOptionCommand } from '../define-command.ts';
import { parseListening } from '../fleet/listening.ts';
import { setLogForm } from '../log-form.ts';
import { optionsOf } from '../options-of.ts';
import { serverUrl } from '../server-url.ts';

const USUAL_PORT = 4778;

const help = `threadline gateway: receive the sessions of many machines into PostgreSQL.

Usage
  threadline gateway --archive URL [--port N] [--host ADDRESS] [--with-worker]

  Machines send to it with 'threadline collect', each with a token of its own:
  'threadline archive tokens add NAME'. It keeps nothing itself; any number of
  them can stand before one server. It goes on until it is interrupted, and
  answers what runs before it ends. GET /health and GET /metrics want no token.

Options
      --archive URL     postgres://USER@HOST/DATABASE; by default what
                        THREADLINE_ARCHIVE says, which others cannot see in the
                        list of processes
      --port N          The port to listen on; any free one for 0
                        (default: ${USUAL_PORT})
      --host ADDRESS    The address to listen on (default: 127.0.0.1). Another
                        machine's tokens and texts are not sent in the clear:
                        it needs --tls-cert and --tls-key, or --behind-proxy
      --tls-cert FILE   Certificate with its chain, PEM
      --tls-key FILE    Its key, PEM
      --behind-proxy    A proxy before it speaks TLS; plain HTTP is spoken here
      --with-worker     Fold what comes, too: one process for a small team
      --log FORM        text (default) or json: how to write to stderr
  -h, --help            Show this help

Exit codes
  0  ended        2  wrong arguments        4  it cannot listen or connect
  130  interrupted
` as const;

const options = optionsOf(help);

export const gatewayCommand = defineOptionCommand('gateway', help, options, async (values, context) => {
  const url = serverUrl('gateway', values.archive);
  setLogForm('gateway', values.log);
  const listening = parseListening('gateway', values, USUAL_PORT);
  const { gateway } = await import('./gateway.ts');
  return gateway({ ...context, ...listening, url, withWorker: values['with-worker'] === true });
});
