import type { OptionValues } from '../options.ts';
import type { optionsOf } from '../options-of.ts';

/** The options that `collect` and `push` share, in the help of both. */
export const SENDING_HELP = `      --to URL           The gateway; else THREADLINE_COLLECT_TO, or "to" of
                         collect.json in the data folder
      --token-file FILE  The token, in a file that only you can read; else
                         THREADLINE_TOKEN, that of 'threadline login' at this
                         server, or collect-token in the data folder. It is
                         never an argument
      --machine NAME     With the token of a group, such as CI runners: which of
                         them this is; else THREADLINE_MACHINE
      --home DIR         Where to look for sessions; may be given several times
      --agent NAME       Only the sessions of one agent
      --redact-rules FILE
                         Take out by rules of your own too: docs/redaction.md
      --allow-http       Send without encryption also off this machine
      --dry-run          Send nothing: print the very bytes that would leave, as
                         if nothing was sent before; names and sizes on stderr
  -h, --help             Show this help`;

/** The given values of which sessions to send where. `command` is the command whose help an error suggests. */
export type Sending = OptionValues<ReturnType<typeof optionsOf<typeof SENDING_HELP, 'home'>>> & { command: string };
