import type { Command } from '../commands.ts';
import { type ExitCode, takeSignals, usageError } from '../exit.ts';
import { parseOptions } from '../options.ts';
import { serverUrl } from '../server-url.ts';

const options = { archive: { type: 'string' } } as const;

const help = `threadline worker: fold what machines sent into sessions, on PostgreSQL.

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

export const workerCommand: Command = {
  options,
  help: async () => help,
  async run(args, context) {
    const { values, positionals } = parseOptions('worker', args, options);
    if (positionals.length > 0) throw usageError(`worker takes no argument '${positionals[0]}'`, 'worker');
    const url = serverUrl('worker', values.archive);
    const { runWorker } = await import('./run-worker.ts');
    const stop = new AbortController();
    const interrupted = new Promise<ExitCode>((resolve) => takeSignals(resolve));
    interrupted.then(() => stop.abort());
    await runWorker({ ...context, url, signal: stop.signal });
    return interrupted;
  },
};
