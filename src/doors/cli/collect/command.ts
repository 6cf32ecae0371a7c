import type { Command } from '../commands.ts';
import { usageError } from '../exit.ts';
import { parseOptions } from '../options.ts';

/** What `collect` and `push` take alike. */
export const collectOptions = {
  to: { type: 'string' },
  'token-file': { type: 'string' },
  machine: { type: 'string' },
  home: { type: 'string', multiple: true },
  agent: { type: 'string' },
  'allow-http': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

/** The part of their help about it. */
export const COLLECT_OPTIONS_HELP = `      --to URL           The gateway; else THREADLINE_COLLECT_TO, or "to" of
                         collect.json in the data folder
      --token-file FILE  The token, in a file that only you can read; else
                         THREADLINE_TOKEN, or collect-token in the data folder.
                         It is never an argument
      --machine NAME     With the token of a group, such as CI runners: which of
                         them this is; else THREADLINE_MACHINE
      --home DIR         Where to look for sessions; may be given several times
      --agent NAME       Only the sessions of one agent
      --allow-http       Send without encryption also off this machine
      --dry-run          Send nothing: print the very bytes that would leave, as
                         if nothing was sent before; names and sizes on stderr
  -h, --help             Show this help`;

const options = {
  ...collectOptions,
  once: { type: 'boolean' },
  otlp: { type: 'string' },
  'otlp-content': { type: 'boolean' },
} as const;

const help = `threadline collect: send the sessions of this machine to a gateway.

Usage
  threadline collect [--once] --to URL [--token-file FILE] [--home DIR]...
  threadline collect --otlp URL [--otlp-content] [--once] [--to URL]
  threadline collect --dry-run [--home DIR]...

  Sends what agents write, while they write it, until it is ended. It keeps no
  queue: what is not sent stands in the session files, and the gateway knows how
  far it has each of them. Files that an agent deletes before they are sent are
  kept until then, up to 5 GB.

  Secrets are taken out before anything leaves. collect.json in the data folder
  says how much leaves of which folder; the first that fits counts:
    {"to": "https://threadline.example.com",
     "modes": [{"project": "/home/me/private", "mode": "off"},
               {"project": "/home/me/work", "mode": "usage"}]}
  full: as it is; redacted: without secrets, the default; usage: counts, times,
  models and ids, texts become their lengths; off: nothing.

Options
      --once             Send all that is there, then end
      --otlp URL         Also, or only, send spans, log events and token sums to
                         a receiver of OpenTelemetry: OTLP over HTTP, as JSON.
                         OTEL_EXPORTER_OTLP_HEADERS is sent along. Without
                         --once only what is written from now on
      --otlp-content     With what was said, without secrets, of folders whose
                         mode lets texts leave
${COLLECT_OPTIONS_HELP}

Exit codes
  0  done (--once)      2  wrong arguments      4  not all was sent (--once), no
  token, or wrong settings      130, 143  ended by a signal
`;

export const collectCommand: Command = {
  options,
  help: async () => help,
  async run(args, context) {
    const { values, positionals } = parseOptions('collect', args, options);
    if (positionals.length > 0) throw usageError(`collect takes no argument '${positionals[0]}'`, 'collect');
    const { collect } = await import('./collect.ts');
    return collect({
      ...context,
      command: 'collect',
      to: values.to,
      tokenFile: values['token-file'],
      machine: values.machine,
      homes: values.home,
      agent: values.agent,
      allowHttp: values['allow-http'] === true,
      dryRun: values['dry-run'] === true,
      waitMs: values.once ? 0 : undefined,
      otlp: values.otlp === undefined ? undefined : { url: values.otlp, content: values['otlp-content'] === true },
    });
  },
};
