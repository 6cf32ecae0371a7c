import { isLoopback } from '../http/is-loopback.ts';

/** Tells somebody who does not look that an agent waits. It gets one line, without secrets, of at most 300 characters. */
export interface WaitingNotice {
  /** How long a question waits before somebody is told, in milliseconds. */
  afterMs: number;
  /** A program and its arguments. The line is one more argument. No shell reads it. */
  command?: readonly string[] | undefined;
  /** An address of this machine that gets the line as JSON: `{"text": …}`. */
  url?: string | undefined;
}

/** Throws a TypeError for a notice that is none, or for an address of another machine. */
export function readNotice({ afterMs, command, url }: WaitingNotice): WaitingNotice {
  if (!(Number.isFinite(afterMs) && afterMs >= 0 && afterMs <= 0x7fffffff)) throw new TypeError('afterMs is a time');
  if (command === undefined && url === undefined) throw new TypeError('a notice needs a command or a url');
  if (command !== undefined && !isCommand(command)) throw new TypeError('command is a program and its arguments');
  const address = url === undefined ? undefined : URL.parse(url);
  if (url !== undefined && (address?.protocol !== 'http:' || !isLoopback(address.hostname)))
    throw new TypeError('url is an http address of this machine');
  return { afterMs, command: command && [...command], url };
}

function isCommand(command: unknown): command is readonly string[] {
  return Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string' && word);
}
