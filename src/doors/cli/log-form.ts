import { usageError } from './exit.ts';
import { reportAsJson } from './report.ts';

/** Takes `--log text|json`: how a program that runs for long writes to stderr. */
export function setLogForm(command: string, form: string | undefined): void {
  if (form === 'json') reportAsJson(command);
  else if (form !== undefined && form !== 'text') throw usageError('--log is text or json', command);
}
