import { defineOptionCommand } from '../define-command.ts';
import { endOnSignal } from '../exit.ts';
import { optionsOf } from '../options-of.ts';
import { serverUrl } from '../server-url.ts';

const help = `threadline worker: fold what machines sent into sessions that can be searched.

Usage
  threadline worker --archive URL

  Takes what gateways have kept, reads it as 'threadline convert' reads a file,
  and writes sessions to be searched. Several of them share the work. A file
  that fails is tried again, five times in all; 'threadline archive verify'
  tells of those, and 'threadline archive refold' tries them again. It goes on
  until it is interrupted.

Options
      --archive URL   postgres://USER@HOST/DATABASE; by default what
                      THREADLINE_ARCHIVE says, which others cannot see in the
                      list of processes
  -h, --help          Show this help

Exit codes
  0  ended        2  wrong arguments        4  no archive of this version there
  130  interrupted
`;

const options = optionsOf(help);

export const workerCommand = defineOptionCommand('worker', help, options, async ({ archive }, context) => {
  const url = serverUrl('worker', archive);
  const { runWorker } = await import('./run-worker.ts');
  const { signal, came } = endOnSignal();
  await runWorker({ ...context, url, signal });
  return came;
});
