import { isAbsolute, join, resolve } from 'node:path';
import { ThreadlineError } from '../../../errors.ts';
import { type CollectSettings, readSmallFile, TOKEN_NAME } from '../../../fleet/collect/collect-settings.ts';
import type { HttpGatewayOptions } from '../../../fleet/collect/http-gateway.ts';
import { readPushTokens } from '../../../fleet/team/logins.ts';
import { isLoopback } from '../../../machine/http/is-loopback.ts';
import { dataFolder } from '../../../machine/sessions/data-folder.ts';
import { usageError } from '../exit.ts';
import type { Sending } from '../fleet/sending.ts';

const TOKEN = /^[\x21-\x7e]{8,512}$/;
const MACHINE = /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/;

/** The server and the token for it. The token is never an argument: everybody on the machine can read those. */
export function destinationOf(values: Sending, settings: CollectSettings): HttpGatewayOptions {
  const { command } = values;
  const url = gatewayUrl(values, settings);
  if (!url) throw usageError('say where to send: --to URL, or THREADLINE_COLLECT_TO', command);
  const machine = values.machine ?? (process.env.THREADLINE_MACHINE || undefined);
  if (machine !== undefined && !MACHINE.test(machine)) {
    throw usageError('--machine takes up to 64 printable characters of ASCII', command);
  }
  return { url, machine, ...tokenOf(values['token-file'], url.origin) };
}

/** The address of the gateway; undefined if none is named anywhere. */
export function gatewayUrl(values: Sending, settings: CollectSettings): URL | undefined {
  const text = values.to ?? (process.env.THREADLINE_COLLECT_TO || settings.to);
  return text === undefined ? undefined : urlOf('--to', text, values);
}

/** The address of an OpenTelemetry receiver, by the same rules. */
export function telemetryUrl(text: string, values: Sending): URL {
  return urlOf('--otlp', text, values);
}

function urlOf(option: string, text: string, { command, 'allow-http': allowHttp }: Sending): URL {
  if (!URL.canParse(text)) throw usageError(`${option} takes a URL, such as https://threadline.example.com`, command);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw usageError(`${option} takes no name and no password; those go by the environment`, command);
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && (allowHttp || isLoopback(url.hostname)))) return url;
  throw usageError(
    url.protocol === 'http:'
      ? 'what is sent by http can be read on its way: use https, or --allow-http in a network that you trust'
      : `${option} takes https://…`,
    command,
  );
}

/** What is named for this run, then the login at this very server, then the file, which names no server. */
function tokenOf(file: string | undefined, origin: string): Pick<HttpGatewayOptions, 'token' | 'laterTokens'> {
  const given = file === undefined ? process.env.THREADLINE_TOKEN || undefined : undefined;
  const isNamed = given !== undefined || file !== undefined;
  const [byLogin] = isNamed ? [] : readPushTokens(origin);
  if (byLogin !== undefined) return { token: checkedToken(byLogin), laterTokens: () => readPushTokens(origin) };
  const path = file === undefined ? join(dataFolder(), TOKEN_NAME) : isAbsolute(file) ? file : resolve(file);
  const text = given ?? readSmallFile(path, true);
  if (text === undefined) {
    throw new ThreadlineError(
      'not-found',
      `there is no token: set THREADLINE_TOKEN, write it to ${path} (chmod 600), or run \`threadline login\``,
    );
  }
  return { token: checkedToken(text), laterTokens: given === undefined ? () => tokenIn(path) : undefined };
}

function checkedToken(text: string): string {
  const token = text.trim();
  if (TOKEN.test(token)) return token;
  throw new ThreadlineError('unreadable', 'the token is not one: it is one word, as it was given out');
}

/** What stands in the file by now. One that cannot be read, or that others may read, has none. */
function tokenIn(path: string): string[] {
  try {
    return [readSmallFile(path, true)?.trim() ?? ''].filter((token) => TOKEN.test(token));
  } catch {
    return [];
  }
}
