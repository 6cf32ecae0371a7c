import { defineOptionCommand } from '../define-command.ts';
import { SENDING_HELP } from '../fleet/sending.ts';
import { setLogForm } from '../log-form.ts';
import { optionsOf } from '../options-of.ts';

const help = `threadline collect: send the sessions of this machine to a gateway.

Usage
  threadline collect [--once] --to URL [--token-file FILE] [--home DIR]...
  threadline collect --otlp URL [--otlp-content] [--once] [--to URL]
  threadline collect --dry-run [--home DIR]...

  Sends what agents write, while they write it, until it is ended. It keeps no
  queue: what is not sent stands in the session files, and the gateway knows how
  far it has each of them. Files that an agent deletes before they are sent are
  kept until then, up to 5 GB.

  The secrets it recognises are taken out before anything leaves. collect.json
  in the data folder says how much leaves of which folder; the first that fits
  counts:
    {"to": "https://threadline.example.com",
     "modes": [{"project": "/home/me/private", "mode": "off"},
               {"project": "/home/me/work", "mode": "usage"}]}
  full: as it is; redacted: without the secrets it recognises, the default;
  usage: counts, times, models and ids, texts become their lengths; off:
  nothing.

Options
      --once             Send all that is there, then end
      --otlp URL         Also, or only, send spans, log events and token sums to
                         a receiver of OpenTelemetry: OTLP over HTTP, as JSON.
                         OTEL_EXPORTER_OTLP_HEADERS is sent along. Without
                         --once only what is written from now on
      --log FORM         text (default) or json: how to write to stderr
      --otlp-content     With what was said, redacted, of folders whose mode
                         lets texts leave
${SENDING_HELP}

Exit codes
  0  done (--once)      2  wrong arguments      4  not all was sent (--once), no
  token, or wrong settings      130, 143  ended by a signal
` as const;

const options = optionsOf(help, 'home');

export const collectCommand = defineOptionCommand('collect', help, options, async (values, context) => {
  setLogForm('collect', values.log);
  const { collect } = await import('./collect.ts');
  return collect({
    ...context,
    ...values,
    command: 'collect',
    waitMs: values.once ? 0 : undefined,
    receiver: values.otlp === undefined ? undefined : { url: values.otlp, content: values['otlp-content'] === true },
  });
});
