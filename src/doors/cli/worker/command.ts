import { defineOptionCommand } from '../define-command.ts';
import { endOnSignal, usageError } from '../exit.ts';
import { setLogForm } from '../log-form.ts';
import { parseCount } from '../options.ts';
import { optionsOf } from '../options-of.ts';
import { serverUrl } from '../server-url.ts';

const help = `threadline worker: fold what machines sent into sessions that can be searched.

Usage
  threadline worker --archive URL [--metrics-port N]

  Takes what gateways have kept, reads it as 'threadline convert' reads a file,
  and writes sessions to be searched. Several of them share the work. A file
  that fails is tried again, five times in all; 'threadline archive verify'
  tells of those, and 'threadline archive refold' tries them again. It goes on
  until it is interrupted.

Options
      --archive URL   postgres://USER@HOST/DATABASE; by default what
                      THREADLINE_ARCHIVE says, which others cannot see in the
                      list of processes
      --metrics-port N
                      Answer GET /metrics and GET /health on this port; any free
                      one for 0, which is printed
      --host ADDRESS  The address of that port (default: 127.0.0.1). It tells
                      sums and no names, and wants no token
      --log FORM      text (default) or json: how to write to stderr
  -h, --help          Show this help

Exit codes
  0  ended        2  wrong arguments        4  no archive of this version there
  130  interrupted
`;

const options = optionsOf(help);

export const workerCommand = defineOptionCommand('worker', help, options, async (values, context) => {
  const url = serverUrl('worker', values.archive);
  setLogForm('worker', values.log);
  const port = parseCount('worker', '--metrics-port', values['metrics-port'], 0);
  if (port === undefined && values.host !== undefined) throw usageError('--host needs --metrics-port', 'worker');
  if (port !== undefined && port > 65_535) throw usageError('--metrics-port is a number up to 65535', 'worker');
  const { runWorker } = await import('./run-worker.ts');
  const { signal, came } = endOnSignal();
  const metrics = port === undefined ? undefined : { port, host: values.host ?? '127.0.0.1' };
  await runWorker({ ...context, url, signal, metrics });
  return came;
});
